import type { OauthScope } from '../scopes.js'

/** Lifetimes: of a code; of an access token; of a grant that is not used; of a grant at most. Milliseconds. */
export const CODE_MS = 60_000
export const ACCESS_TOKEN_MS = 3_600_000
export const UNUSED_GRANT_MS = 30 * 24 * 3_600_000
export const LONGEST_GRANT_MS = 90 * 24 * 3_600_000

/** For how long after a rotation the former refresh token yields its successor once more, milliseconds. */
export const ROTATION_GRACE_MS = 60_000

/** What the token endpoint answers with. */
export interface IssuedTokens {
  readonly access_token: string
  readonly refresh_token: string
  /** seconds */
  readonly expires_in: number
  readonly scopes: readonly OauthScope[]
}

/** Why no tokens are issued (RFC 6749, section 5.2; RFC 8707, section 2), with a sentence for the client's developers. */
export interface TokenRefusal {
  readonly ok: false
  readonly error: 'invalid_grant' | 'invalid_target' | 'invalid_scope'
  readonly description: string
}

export type TokenAnswer = { readonly ok: true; readonly tokens: IssuedTokens } | TokenRefusal
