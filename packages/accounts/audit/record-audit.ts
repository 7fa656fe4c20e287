import { type QueryExecutorProvider, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AuditEntry } from './audit-entry.js'

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
