import { isIP } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * The addresses of a host that nobody has to be asked for: one that is an address itself, or a name of this machine
 * (RFC 6761, section 6.3). Undefined for every other name: who asks DNS for those may learn about a private network.
 */
export function knownAddresses(hostname: string): readonly string[] | undefined {
  if (isIP(hostname)) return [hostname]
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') ? LOOPBACK : undefined
}
