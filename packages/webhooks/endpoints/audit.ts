import type { CompanyEventType, JsonObject } from '@ecmr/domain'
import type { QueryExecutorProvider } from 'kysely'

/** Who makes a change. */
export interface ChangedBy {
  readonly kind: 'user' | 'api_key' | 'oauth_grant' | 'operator' | 'system'
  readonly id: string
  readonly name: string
}

/** A change of an endpoint, as the company's audit trail keeps it. */
export interface EndpointChange {
  readonly company_id: string
  readonly type: Extract<CompanyEventType, `Webhook${string}`>
  readonly data: JsonObject
  readonly actor: ChangedBy
  readonly correlation_id?: string
}

/** Writes a change to the audit trail in the transaction that makes it. */
export type RecordAudit = (tx: QueryExecutorProvider, change: EndpointChange) => Promise<void>
