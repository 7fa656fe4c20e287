import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'

/** How far the audit trail is behind the changes that it is about. */
export interface AuditBacklog {
  /** changes that wait to be written to the event log; counted up to 10,000 */
  readonly waiting: number
  /** how long the oldest of them has waited, milliseconds; 0 when none does */
  readonly oldest_ms: number
  /** changes that the event log cannot take; counted up to 10,000 */
  readonly set_aside: number
}

const MOST_COUNTED = 10_000

/** What stands in the outbox of account changes, of all companies together. */
export async function auditBacklog(pool: Pool): Promise<AuditBacklog> {
  const { rows } = await sql<AuditBacklog>`
    select
      (select count(*) from (
        select from accounts.audit_outbox where set_aside_at is null limit ${MOST_COUNTED}) w) as waiting,
      coalesce((
        select greatest(0, extract(epoch from clock_timestamp() - at) * 1000)::bigint from accounts.audit_outbox
        where set_aside_at is null order by seq limit 1), 0) as oldest_ms,
      (select count(*) from (
        select from accounts.audit_outbox where set_aside_at is not null limit ${MOST_COUNTED}) s) as set_aside`.execute(
    accountsDb(pool),
  )
  return rows[0] ?? { waiting: 0, oldest_ms: 0, set_aside: 0 }
}

/** A change that the event log cannot take, as an operator looks at it: without what it was about. */
interface SetAsideChange {
  readonly id: string
  readonly company_id: string
  readonly type: string
  readonly at: Date
  readonly set_aside_at: Date | null
  readonly reason: string | null
}

const MOST_LISTED = 1_000

/** Changes that were set aside, oldest first, 1,000 at most. */
export async function setAsideChanges(pool: Pool): Promise<readonly SetAsideChange[]> {
  return accountsDb(pool)
    .selectFrom('accounts.audit_outbox')
    .select(['id', 'company_id', 'type', 'at', 'set_aside_at', 'set_aside_reason as reason'])
    .where('set_aside_at', 'is not', null)
    .orderBy('seq')
    .limit(MOST_LISTED)
    .execute()
}

/**
 * Puts changes that were set aside back among those that wait, and returns how many.
 *
 * @param id only this one
 */
export async function retrySetAside(pool: Pool, id?: string): Promise<number> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await accountsDb(pool)
    .updateTable('accounts.audit_outbox')
    .set({ set_aside_at: null, set_aside_reason: null })
    .where('set_aside_at', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return Number(numUpdatedRows)
}
