/** What an assistant may be granted. There is one scope: reading what belongs to the company. */
export const oauthScopes = ['ecmr:read'] as const
export type OauthScope = (typeof oauthScopes)[number]

// Clients ask for it to be given a refresh token, which every client gets.
const IGNORED = 'offline_access'

/**
 * The scopes that a request means by its `scope`: those of them that we know, or all when it names none. `undefined` when it
 * names others only (`invalid_scope`).
 */
export function askedScopes(scope: string | undefined): readonly OauthScope[] | undefined {
  const asked = (scope ?? '').split(' ').filter((name) => name !== '' && name !== IGNORED)
  if (asked.length === 0) return oauthScopes
  const known = oauthScopes.filter((name) => asked.includes(name))
  return known.length === 0 ? undefined : known
}
