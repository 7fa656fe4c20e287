import { kyselyOver } from '@ecmr/postgres'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'

/** A change that has not been carried into the event log yet. */
export type WaitingChange = Selectable<AccountsTables['accounts.audit_outbox']>

/** The most that one append holds; both are well below what every store takes. */
const MOST_CHANGES = 100
const MOST_BYTES = 256 * 1024

/** A company's oldest changes that wait, in order: 100 and 256 KiB of data at most, but at least one. */
export async function waitingChanges(pool: Pool, companyId: string): Promise<readonly WaitingChange[]> {
  const db = kyselyOver<AccountsTables>(pool)
  const { rows } = await sql<{ readonly id: string; readonly bytes: number }>`
    select id, octet_length(data::text) as bytes from accounts.audit_outbox
    where company_id = ${companyId} and set_aside_at is null order by seq limit ${MOST_CHANGES}`.execute(db)
  let bytes = 0
  const fitting = rows.filter((row, n) => {
    bytes += row.bytes
    return n === 0 || bytes <= MOST_BYTES
  })
  if (fitting.length === 0) return []
  const ids = fitting.map(({ id }) => id)
  return db.selectFrom('accounts.audit_outbox').selectAll().where('id', 'in', ids).orderBy('seq').execute()
}

/** The companies that have changes waiting, in the order of their ids. */
export async function companiesWaiting(pool: Pool): Promise<readonly string[]> {
  // One step through the index for each company, however many changes it has.
  const { rows } = await sql<{ readonly company_id: string }>`
    with recursive waiting as (
      (select company_id from accounts.audit_outbox where set_aside_at is null order by company_id limit 1)
      union all
      select (
        select o.company_id from accounts.audit_outbox o
        where o.set_aside_at is null and o.company_id > w.company_id order by o.company_id limit 1)
      from waiting w where w.company_id is not null
    )
    select company_id from waiting where company_id is not null`.execute(kyselyOver(pool))
  return rows.map(({ company_id }) => company_id)
}
