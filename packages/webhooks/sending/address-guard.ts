import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Says where we are willing to connect to. */
export interface AddressGuard {
  /** The rules at a port. There are two sets of them, always the same objects: our own ports have stricter ones. */
  at(port: number): PortRules
}

/** Which addresses may be connected to at a port. */
export interface PortRules {
  /**
   * @param address an IPv4 or IPv6 address as Node writes them; anything else is refused
   * @returns why we do not connect to it, or undefined when we do
   */
  refusal(address: string): AddressRefusal | undefined
}

/** `own_port`: the address is exempt, but one of our own servers may be what listens there. */
export type AddressRefusal = 'not_public' | 'own_port'

type Address = ipaddr.IPv4 | ipaddr.IPv6

// What IANA has handed out as global unicast. ipaddr.js takes some of the rest for unicast, such as ::7f00:1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

// Azure's own services inside each virtual machine's network, at an address of the public range. Those of other clouds are
// private, link-local or reserved.
const METADATA = [ipaddr.IPv4.parse('168.63.129.16')]

/**
 * Allows public unicast addresses, and those inside the given networks. A customer chooses where we send, so without
 * this it could reach our own network through us (server-side request forgery).
 *
 * @param allowedNetworks CIDRs, such as `10.1.0.0/16`
 * @param ownPorts ports at which the networks are not exempt, because our own servers are there: PostgreSQL listens on
 *   loopback as well as a receiver under test
 * @throws when one of the networks is not a CIDR
 */
export function addressGuard(
  allowedNetworks: readonly string[],
  ownPorts: readonly number[] = [],
): AddressGuard {
  const exempt = allowedNetworks.map((network) => ipaddr.parseCIDR(network))
  const own = new Set(ownPorts)
  const [elsewhere, atOwnPorts] = [portRules(exempt, undefined), portRules(exempt, 'own_port')]
  return { at: (port) => (own.has(port) ? atOwnPorts : elsewhere) }
}

function portRules(
  exempt: readonly [Address, number][],
  refusalOfExempt: AddressRefusal | undefined,
): PortRules {
  return {
    refusal(text) {
      // A public address needs no zone, such as %eth0.
      if (!isIP(text) || text.includes('%')) return 'not_public'
      const address = ipaddr.process(text)
      if (isPublic(address)) return undefined
      return exempt.some((network) => isInside(address, network)) ? refusalOfExempt : 'not_public'
    },
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || METADATA.some((one) => isSame(address, one))) return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

function isSame(address: Address, other: Address): boolean {
  return address.kind() === other.kind() && address.toString() === other.toString()
}

function isInside(address: Address, network: [Address, number]): boolean {
  return address.kind() === network[0].kind() && address.match(network)
}
