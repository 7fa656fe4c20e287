import { isIP } from 'node:net'

/** Hosts that the content security policy has words for; RFC 3986 lets them hold semicolons and more. */
const NAME = /^[a-z0-9.-]+$/

/**
 * What the content security policy calls the place that a redirect URI leads to: an origin, or a scheme. Of the URI itself
 * nothing else gets into the header. It names no IP addresses but 127.0.0.1 (Content Security Policy, level 3, “host-part matches”).
 */
export function formTarget(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return protocol
  const isNamed = NAME.test(hostname) && (isIP(hostname) === 0 || hostname === '127.0.0.1')
  return isNamed ? origin : protocol
}
