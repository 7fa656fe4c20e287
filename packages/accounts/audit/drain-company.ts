import { appendCompanyEvents } from '@ecmr/application'
import { EventNotStorable, type EventStore } from '@ecmr/event-store'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'
import type { AccountsTables } from '../tables.js'

/** A change that has not been carried into the event log yet. */
type WaitingChange = Selectable<AccountsTables['accounts.audit_outbox']>

/** The most that one append holds; both are well below what every store takes. */
const MOST_CHANGES = 100
const MOST_BYTES = 256 * 1024

/** A company's oldest changes that wait, in order: 100 and 256 KiB of data at most, but at least one. */
async function waitingChanges(pool: Pool, companyId: string): Promise<readonly WaitingChange[]> {
  const db = accountsDb(pool)
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
    select company_id from waiting where company_id is not null`.execute(accountsDb(pool))
  return rows.map(({ company_id }) => company_id)
}

/** By so much the clocks of PostgreSQL and of this process may differ without harm. */
const TOLERATED_MS = 5_000

export interface Draining {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'append' | 'readStreamEnd'>
  /** called with a change that the event log cannot take, once it is set aside */
  readonly onSetAside?: (change: SetAside) => void
  /**
   * The present; the process's clock unless given. What PostgreSQL stamped with a later time, when its clock was wrong, is
   * recorded as of the present. When it throws, nothing is carried.
   */
  readonly clock?: () => Date
}

/** A change that the event log cannot take. */
export interface SetAside {
  readonly id: string
  readonly company_id: string
  readonly type: string
  readonly reason: string
}

/**
 * Carries a company's oldest changes into its stream, and returns how many it took out of the outbox, 0 when none waits.
 *
 * No transaction is open meanwhile. A crash between the append and the deletion leaves changes in the outbox that are in
 * the log already; the append recognises them.
 *
 * @throws StoreUnavailable, OutcomeUnknown: the changes stay where they are, to be tried again
 */
export async function drainCompany(draining: Draining, companyId: string): Promise<number> {
  const { pool, store } = draining
  const changes = await waitingChanges(pool, companyId)
  if (changes.length === 0) return 0
  try {
    await appendCompanyEvents(store, companyId, toEvents(draining, changes))
  } catch (error) {
    if (!(error instanceof EventNotStorable)) throw error
    if (changes.length === 1) return setAside(draining, changes, error.message)
    return oneByOne(draining, companyId, changes)
  }
  return remove(pool, changes)
}

/** One of them cannot be stored, so none was: each is tried alone, and only the culprit is set aside. */
async function oneByOne(
  draining: Draining,
  companyId: string,
  changes: readonly WaitingChange[],
): Promise<number> {
  let done = 0
  for (const change of changes) {
    try {
      await appendCompanyEvents(draining.store, companyId, toEvents(draining, [change]))
      done += await remove(draining.pool, [change])
    } catch (error) {
      if (!(error instanceof EventNotStorable)) throw error
      done += await setAside(draining, [change], error.message)
    }
  }
  return done
}

function toEvents({ clock = () => new Date() }: Draining, changes: readonly WaitingChange[]) {
  const latest = clock().getTime() + TOLERATED_MS
  return changes.map(({ id, type, at, data, actor, correlation_id }) => {
    const stamped = new Date(Math.min(at.getTime(), latest)).toISOString()
    return { id, type, at: stamped, data, actor, commandId: id, correlationId: correlation_id }
  })
}

const idsOf = (changes: readonly WaitingChange[]): string[] => changes.map(({ id }) => id)

async function remove(pool: Pool, changes: readonly WaitingChange[]): Promise<number> {
  const db = accountsDb(pool)
  const removed = await db.deleteFrom('accounts.audit_outbox').where('id', 'in', idsOf(changes)).execute()
  return Number(removed[0]?.numDeletedRows ?? 0)
}

async function setAside(
  { pool, onSetAside }: Draining,
  changes: readonly WaitingChange[],
  reason: string,
): Promise<number> {
  const put = await accountsDb(pool)
    .updateTable('accounts.audit_outbox')
    .set({ set_aside_at: sql`now()`, set_aside_reason: reason })
    .where('id', 'in', idsOf(changes))
    .where('set_aside_at', 'is', null)
    .returning(['id', 'company_id', 'type'])
    .execute()
  for (const change of put) onSetAside?.({ ...change, reason })
  return put.length
}
