const NAMES = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Whether a host means the very machine that uses it (RFC 8252, sections 7.3 and 8.3).
 *
 * @param hostname as `URL` writes it: in lower case, IPv6 in brackets
 */
export function isLoopbackHost(hostname: string): boolean {
  return NAMES.includes(hostname)
}

const LONGEST = 2_000

/** The characters of RFC 3986: no spaces, no control characters, no backslashes, nothing that needs encoding. */
const CHARACTERS = /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/

// A domain of the app's maker, backwards (RFC 8252, section 7.1). Not without a slash: example.com:8080/callback is a forgotten https.
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:(?:\/\/[^/?]|\/(?!\/))/
/**
 * Schemes without a dot, against RFC 8252, of desktop programs that speak MCP and open links of their own: Cursor registers
 * cursor://anysphere.cursor-mcp/oauth/callback, and refuses to connect when one of its addresses is turned down. No browser opens
 * any of these by itself.
 */
const KNOWN_APPS = [
  'claude',
  'cursor',
  'goose',
  'jetbrains',
  'raycast',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'windsurf',
  'zed',
]
const KNOWN_APP = new RegExp(`^(?:${KNOWN_APPS.join('|')})://[^/?]`)

/**
 * What is wrong with a redirect URI that a client wants to register, as a sentence; `undefined` when nothing is. Allowed are
 * https, http on loopback hosts, and private-use schemes (RFC 8252, sections 7.1 and 7.3).
 */
export function redirectUriFault(uri: string): string | undefined {
  if (uri.length > LONGEST) return `A redirect URI has at most ${LONGEST} characters.`
  if (!CHARACTERS.test(uri)) return 'A redirect URI has only the characters of RFC 3986; others are encoded.'
  if (uri.includes('#')) return 'A redirect URI has no fragment.'
  if (uri.includes('*')) return 'A redirect URI has no wildcard; register each address.'
  if (!URL.canParse(uri)) return 'A redirect URI is absolute, such as https://example.com/callback.'
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '') return 'A redirect URI has no user name and no password.'
  return whereFault(uri, url) ?? readingFault(uri, url)
}

function whereFault(uri: string, { protocol, hostname }: URL): string | undefined {
  if (protocol === 'https:') return undefined
  if (protocol === 'http:') {
    if (isLoopbackHost(hostname)) return undefined
    return 'A redirect URI with http is on 127.0.0.1, [::1] or localhost; others have https.'
  }
  if (PRIVATE_USE.test(uri) || KNOWN_APP.test(uri)) return undefined
  return "A redirect URI has https, http on 127.0.0.1, or an app's own scheme such as com.example.app:/callback."
}

/** What one program reads differently from another may lead to somewhere else than where we have looked. */
function readingFault(uri: string, { href }: URL): string | undefined {
  const withPath = uri.replace(/^(https?:\/\/[^/?]+)(?=\?|$)/, '$1/')
  return href === withPath ? undefined : `A redirect URI is written as it is read: ${href}`
}

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
