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

/** How a client proves at the token endpoint who it is (RFC 7591, section 2). */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof authMethods)[number]

/**
 * A program that requests access on a person's behalf. All it says about itself is unverified, except that a document about it
 * proves the domain where it is published.
 */
export interface OauthClient {
  /** UUID */
  readonly id: string
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly auth_method: AuthMethod
  readonly application_type: 'native' | 'web' | null
  readonly client_uri: string | null
  readonly software_id: string | null
  readonly software_version: string | null
  /** where it publishes all this, which is its `client_id`; null: it has registered, and that is its `id` */
  readonly document_url: string | null
  /** when it registered, or its document was last read; RFC 3339, UTC */
  readonly created_at: string
}

/** What a client says when it registers. */
export type NewClient = Omit<OauthClient, 'id' | 'document_url' | 'created_at'>

/** What a client asks a person to grant: an authorization request (RFC 6749, section 4.1.1) whose parameters are good. */
export interface ConsentRequest {
  readonly client: OauthClient
  readonly redirect_uri: string
  /** handed back as it came; absent: the client sent none */
  readonly state?: string
  readonly scopes: readonly OauthScope[]
  /** what the tokens will be for (RFC 8707): the address of the MCP endpoint */
  readonly resource: string
  /** S256 (RFC 7636) */
  readonly code_challenge: string
}

/** Why a grant has ended before its time. */
export type EndReason =
  /** by a person of the company or by the operator */
  | 'disconnected'
  /** the person who connected it was removed from the company */
  | 'person_removed'
  /** the person who connected it has chosen another password, and wanted it to end as well */
  | 'password_changed'
  /** by the client itself (RFC 7009) */
  | 'revoked_by_client'
  | 'code_reused'
  | 'refresh_token_reused'

export interface Grant {
  /** UUIDv7 */
  readonly id: string
  readonly client_id: string
  /** what the client calls itself; unverified */
  readonly client_name: string
  /** the host where the client publishes a document about itself, which proves that it is theirs; null: it has registered */
  readonly client_domain: string | null
  readonly redirect_host: string
  readonly company_id: string
  /** who connected it */
  readonly user_id: string
  readonly user_name: string
  readonly scopes: readonly OauthScope[]
  /** RFC 3339, UTC, as are all the instants here */
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string
}
