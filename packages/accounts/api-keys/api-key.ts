import type { CompanyId, Policy } from '@ecmr/domain'
import type { Plan } from '../companies/company.js'

/** What a key may be used for. */
export const scopes = ['ecmrs:read', 'ecmrs:write', 'webhooks', 'ocr'] as const
export type Scope = (typeof scopes)[number]

/** What may be shown of a key. The secret is known to its holder only. */
export interface ApiKey {
  /** the eight characters in the middle of the clear key */
  readonly id: string
  readonly company_id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** false: a test key, which writes and sees test notes only */
  readonly livemode: boolean
  /** RFC 3339, UTC, as are the next three */
  readonly created_at: string
  readonly expires_at: string | null
  /** up to some seconds behind: uses are written in batches */
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

/** On whose behalf a request with a good key is made, and what it may do. */
export interface ApiCaller {
  readonly keyId: string
  readonly keyName: string
  /** RFC 3339, UTC; null: never */
  readonly expiresAt: string | null
  /** whose data it sees: the company's, or with a test key its test data (see `testCompanyOf`) */
  readonly company: CompanyId
  readonly plan: Plan
  readonly policy: Policy
  /** IANA name; the company's */
  readonly timeZone: string
  readonly scopes: ReadonlySet<Scope>
}
