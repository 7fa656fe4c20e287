/** More a client may not register. */
export const MOST_REDIRECT_URIS = 10

/**
 * What is wrong with a redirect URI that a client wants to register, as a sentence; `undefined` when nothing is. Allowed are
 * https, http on loopback hosts, and private-use schemes (RFC 8252, sections 7.1 and 7.3).
 */
export function redirectUriFault(_uri: string): string | undefined {
  throw new Error('not built yet')
}

/**
 * Whether a redirect URI is one of those that a client has registered: equal character for character, except that on loopback
 * hosts the port may be another (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(_registered: readonly string[], _uri: string): boolean {
  throw new Error('not built yet')
}

/** Where a redirect URI leads, for people: its host (with the port, if it names one), or the scheme of an app such as `cursor:`. */
export function redirectTarget(_uri: string): string {
  throw new Error('not built yet')
}
