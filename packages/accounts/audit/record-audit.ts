import type { CompanyEventType, JsonObject, JsonValue } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import { type QueryExecutorProvider, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'

/** Who made a change; `company_id` of the actor is the company that the change belongs to. */
export type AuditActor = Omit<Actor, 'company_id'>

/** A change to accounts, keys or webhooks, as the company's audit trail keeps it. Never holds a secret. */
interface AuditEntry {
  readonly company_id: string
  readonly type: CompanyEventType
  readonly data: JsonObject
  readonly actor: AuditActor
  /** the request that it came from */
  readonly correlation_id?: string
}

/**
 * Notes a change in the outbox, in the transaction that makes the change, so that neither exists without the other.
 * `drainAuditOutbox` carries it into the event log.
 */
export async function recordAudit(tx: QueryExecutorProvider, entry: AuditEntry): Promise<void> {
  const id = uuidv7()
  const actor = { ...entry.actor, company_id: entry.company_id }
  await sql`
    insert into accounts.audit_outbox (id, company_id, type, data, actor, correlation_id)
    values (${id}, ${entry.company_id}, ${entry.type}, ${JSON.stringify(entry.data)}::jsonb,
            ${JSON.stringify(actor)}::jsonb, ${entry.correlation_id ?? id})`.execute(tx)
}

/**
 * What the audit trail keeps of a change: the names of the fields that have another value now, and the old and new value
 * of those in `shownFields`. `undefined` when everything stays as it was.
 */
export function changedFields(
  before: { readonly [field: string]: JsonValue },
  changes: { readonly [field: string]: JsonValue | undefined },
  shownFields: readonly string[],
): JsonObject | undefined {
  const changed = Object.entries(changes).flatMap(([field, value]) =>
    value === undefined || value === before[field] ? [] : [{ field, old: before[field], new: value }],
  )
  if (changed.length === 0) return undefined
  const shown = changed.filter(({ field }) => shownFields.includes(field))
  return {
    fields: changed.map(({ field }) => field),
    changes: Object.fromEntries(shown.map(({ field, ...values }) => [field, values])),
  }
}
