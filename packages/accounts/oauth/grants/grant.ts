import type { OauthScope } from '../scopes.js'

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

/** An assistant that may read a company's notes. */
export interface Grant {
  /** UUIDv7 */
  readonly id: string
  readonly client_id: string
  /** what the client calls itself; unverified */
  readonly client_name: string
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
