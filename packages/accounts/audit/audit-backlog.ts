import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'

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
    kyselyOver(pool),
  )
  return rows[0] ?? { waiting: 0, oldest_ms: 0, set_aside: 0 }
}
