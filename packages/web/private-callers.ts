import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const privateNetworks = new BlockList()
// Loopback, private (RFC 1918, RFC 4193) and link-local networks.
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('169.254.0.0', 16)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a caller is on this machine or a private network, as operators and Prometheus are: they may see more. A request that
 * a proxy passed on counts as coming from elsewhere.
 */
export function isPrivateCaller({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false
  const [address = ''] = (socket.remoteAddress ?? '').split('%', 1)
  if (isIPv4(address)) return privateNetworks.check(address)
  return isIPv6(address) && privateNetworks.check(address, 'ipv6')
}
