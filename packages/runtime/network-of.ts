import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** How many leading bits of an address name its network. */
export interface Prefix {
  readonly ipv4: number
  readonly ipv6: number
}

/** What one customer has at least: an address of IPv4, a whole /64 of IPv6. */
const ONE_CUSTOMER: Prefix = { ipv4: 32, ipv6: 64 }

/**
 * The network that limits count an address as, in one spelling for all spellings of the address. Text that is no address is
 * returned as it is.
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:db8:1:2::/64'
 */
export function networkOf(address: string, prefix: Prefix = ONE_CUSTOMER): string {
  const [bare = ''] = address.split('%', 1)
  const version = isIP(bare)
  if (version === 0) return address
  if (version === 4 && prefix.ipv4 === 32) return bare
  // An address of IPv4 that is written as IPv6 is one of IPv4.
  const ip = ipaddr.process(bare)
  const kind = ip.kind()
  const bits = prefix[kind]
  if (kind === 'ipv4' && bits === 32) return ip.toString()
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`
}
