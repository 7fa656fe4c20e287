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
  readonly company: CompanyId
  readonly plan: Plan
  readonly policy: Policy
  readonly scopes: ReadonlySet<Scope>
}
