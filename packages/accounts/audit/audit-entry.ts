import type { CompanyEventType, JsonObject } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'

/** Who made a change; `company_id` of the actor is the company that the change belongs to. */
export type AuditActor = Omit<Actor, 'company_id'>

/** A change to accounts, keys or webhooks, as the company's audit trail keeps it. Never holds a secret. */
export interface AuditEntry {
  readonly company_id: string
  readonly type: CompanyEventType
  readonly data: JsonObject
  readonly actor: AuditActor
  /** the request that it came from */
  readonly correlation_id?: string
}
