import { appendCompanyEvents } from '@ecmr/application'
import { EventNotStorable, type EventStore } from '@ecmr/event-store'
import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import { type WaitingChange, waitingChanges } from './waiting-changes.js'

/** By so much the clocks of PostgreSQL and of this process may differ without harm. */
const TOLERATED_MS = 5_000

/** Where changes come from and go to. */
export interface Draining {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'append' | 'readStreamEnd'>
  /** told of a change that the event log cannot take, once it is set aside */
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
  const db = kyselyOver<AccountsTables>(pool)
  const removed = await db.deleteFrom('accounts.audit_outbox').where('id', 'in', idsOf(changes)).execute()
  return Number(removed[0]?.numDeletedRows ?? 0)
}

async function setAside(
  { pool, onSetAside }: Draining,
  changes: readonly WaitingChange[],
  reason: string,
): Promise<number> {
  const put = await kyselyOver<AccountsTables>(pool)
    .updateTable('accounts.audit_outbox')
    .set({ set_aside_at: sql`now()`, set_aside_reason: reason })
    .where('id', 'in', idsOf(changes))
    .where('set_aside_at', 'is', null)
    .returning(['id', 'company_id', 'type'])
    .execute()
  for (const change of put) onSetAside?.({ ...change, reason })
  return put.length
}
