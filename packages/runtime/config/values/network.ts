import ipaddr from 'ipaddr.js'

/** Reads a network in CIDR notation, or one address as a network of its own. Throws when it is neither. */
export function network(text: string): string {
  // The parser also takes the short forms of old C libraries, in which `10.0.0` is 10.0.0.0: here that is a mistake.
  if (!text.includes(':') && !/^\d+\.\d+\.\d+\.\d+(\/|$)/.test(text)) throw new RangeError(text)
  if (text.includes('/')) {
    const [address, prefix] = ipaddr.parseCIDR(text)
    return `${address.toString()}/${prefix}`
  }
  const address = ipaddr.parse(text)
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
}
