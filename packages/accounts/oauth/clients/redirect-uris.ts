import { isLoopbackHost } from './loopback-host.js'
import { redirectUriFault } from './redirect-uri-fault.js'

/** More a client may not register. */
export const MOST_REDIRECT_URIS = 10

const WITH_PORT = /^(https?:\/\/)(\[[^\]]*\]|[^:/?[\]]+)(?::\d{1,5})?((?:[/?].*)?)$/

/**
 * Whether a redirect URI is one of those that a client has registered: equal character for character, except that on loopback
 * hosts the port may be another (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  const anyPort = withoutPort(uri)
  if (anyPort === undefined || redirectUriFault(uri) !== undefined) return false
  return registered.some((one) => withoutPort(one) === anyPort)
}

// RFC 8252, section 7.3: an app listens on whatever port is free.
function withoutPort(uri: string): string | undefined {
  const [, scheme, host = '', rest] = WITH_PORT.exec(uri) ?? []
  return isLoopbackHost(host) ? `${scheme}${host}${rest}` : undefined
}

/** Where a redirect URI leads, for people: its host (with the port, if it names one), or the scheme of an app such as `cursor:`. */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}
