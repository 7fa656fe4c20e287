import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const near = new BlockList()
// Loopback, private (RFC 1918, RFC 4193) and link-local networks.
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addSubnet('169.254.0.0', 16)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a caller is on this machine or a private network, where operators and Prometheus are, and may see figures and
 * addresses that are nobody else's business. What a proxy passes on comes from elsewhere, whatever address it has here.
 */
export function isNearby({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined) return false
  const [address = ''] = (socket.remoteAddress ?? '').split('%', 1)
  if (isIPv4(address)) return near.check(address)
  return isIPv6(address) && near.check(address, 'ipv6')
}
