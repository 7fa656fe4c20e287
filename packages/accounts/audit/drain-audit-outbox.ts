import { appendCompanyEvents, type EventStore } from '@ecmr/event-store'
import { kyselyOver } from '@ecmr/postgres'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'

type Row = Selectable<AccountsTables['accounts.audit_outbox']>

const BATCH = 500

/**
 * Carries recorded changes into the streams `company-<id>` of the event log, oldest first, and returns how many.
 *
 * One process at a time; the others wait. A crash between the append and the deletion repeats the append with the
 * same event ids, which changes nothing.
 */
export async function drainAuditOutbox(pool: Pool, store: EventStore): Promise<number> {
  let drained = 0
  for (;;) {
    const count = await drainBatch(pool, store)
    drained += count
    if (count < BATCH) return drained
  }
}

async function drainBatch(pool: Pool, store: EventStore): Promise<number> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('ecmr:audit-outbox'))`.execute(tx)
      const rows = await tx
        .selectFrom('accounts.audit_outbox')
        .selectAll()
        .orderBy('seq')
        .limit(BATCH)
        .execute()
      for (const row of rows) await append(store, row)
      if (rows.length > 0) {
        const ids = rows.map((row) => row.id)
        await tx.deleteFrom('accounts.audit_outbox').where('id', 'in', ids).execute()
      }
      return rows.length
    })
}

async function append(store: EventStore, row: Row): Promise<void> {
  const event = {
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    data: row.data,
    actor: row.actor,
    commandId: row.id,
    correlationId: row.correlation_id,
  }
  await appendCompanyEvents(store, row.company_id, [event])
}
