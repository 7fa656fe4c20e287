import ipaddr from 'ipaddr.js'

/** Says which addresses we are willing to connect to. */
export interface AddressGuard {
  /** @param address an IPv4 or IPv6 address; anything else is not allowed */
  allows(address: string): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

// What IANA has handed out as global unicast. ipaddr.js takes some of the rest for unicast, such as ::7f00:1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Allows public unicast addresses, and those inside the given networks. A customer chooses where we send, so without
 * this it could reach our own network through us (server-side request forgery).
 *
 * @param allowedNetworks CIDRs, such as `10.1.0.0/16`
 * @throws when one of them is not a CIDR
 */
export function addressGuard(allowedNetworks: readonly string[]): AddressGuard {
  const exempt = allowedNetworks.map((network) => ipaddr.parseCIDR(network))
  return {
    allows(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return isPublic(address) || exempt.some((network) => isInside(address, network))
    },
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

function isInside(address: Address, network: [Address, number]): boolean {
  return address.kind() === network[0].kind() && address.match(network)
}
