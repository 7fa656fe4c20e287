import ipaddr from 'ipaddr.js'

/** Reads a network in CIDR notation, or one address as a network of its own. Throws when it is neither. */
export function network(text: string): string {
  if (!text.includes('/')) {
    const address = ipaddr.parse(text)
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
  }
  const [address, prefix] = ipaddr.parseCIDR(text)
  return `${address.toString()}/${prefix}`
}
