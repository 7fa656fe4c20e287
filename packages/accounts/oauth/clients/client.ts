/** How a client proves at the token endpoint who it is (RFC 7591, section 2). */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof authMethods)[number]

/** A program that requests access on a person's behalf. All it says about itself is unverified. */
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
  /** RFC 3339, UTC */
  readonly created_at: string
}

/** What a client says when it registers. */
export type NewClient = Omit<OauthClient, 'id' | 'created_at'>
