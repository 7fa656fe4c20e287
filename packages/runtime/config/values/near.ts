import ipaddr from 'ipaddr.js'

const NEAR = ['loopback', 'private', 'uniqueLocal', 'linkLocal']

/** Whether a host of a URL is this machine, or a private address. */
export function isNear(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  const address = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(address) && NEAR.includes(ipaddr.process(address).range())
}
