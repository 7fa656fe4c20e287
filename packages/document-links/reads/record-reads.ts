import { type OutboxMetrics, outageReporter, sleep } from '@ecmr/runtime'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { documentsDb } from '../db.js'
import { type Carrying, carryEvents } from './carry-events.js'
import { closeDays, collectReads } from './collect-reads.js'

/** What happened to documents and is not in the event log yet. */
export interface ReadsBacklog {
  /** reads and events; counted up to 10,000 */
  readonly waiting: number
  /** how long the oldest of them has waited, milliseconds; 0 when none does */
  readonly oldest_ms: number
}

const MOST_COUNTED = 10_000

/** What waits, of all companies together. */
export async function readsBacklog(pool: Pool): Promise<ReadsBacklog> {
  const { rows } = await sql<ReadsBacklog>`
    with waiting as (
      (select at from documents.reads order by seq limit ${MOST_COUNTED})
      union all
      (select at from documents.outbox order by seq limit ${MOST_COUNTED})
    )
    select least(${MOST_COUNTED}, count(*))::integer as waiting,
      coalesce(greatest(0, extract(epoch from clock_timestamp() - min(at)) * 1000), 0)::bigint as oldest_ms
    from waiting`.execute(documentsDb(pool))
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
}

const PAUSE_MS = 2_000

/**
 * Carries who fetched documents, and which addresses were closed, into the event log, until the signal aborts. Any number of
 * processes may do it.
 *
 * @param options.log a pino logger fits; it says when carrying fails, once a minute while it does, and when it works again
 */
export async function recordReads(
  options: Carrying & {
    readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
    readonly metrics?: OutboxMetrics
  },
): Promise<void> {
  const { pool, signal, log, metrics } = options
  const say = outageReporter(log, {
    begins: 'who fetched documents cannot be carried into the event log',
    ends: 'who fetched documents is carried into the event log again',
  })
  while (!signal.aborted) {
    const { isMore, error } = await carryOn(options).catch((error: unknown) => ({ isMore: false, error }))
    const backlog = await readsBacklog(pool).catch(() => undefined)
    if (backlog) metrics?.sampled(backlog)
    if (error !== undefined) metrics?.failed()
    if (!signal.aborted) say(error, backlog)
    if (!isMore || error !== undefined) await sleep(PAUSE_MS, signal)
  }
}

async function carryOn(
  options: Carrying & { readonly metrics?: OutboxMetrics },
): Promise<{ readonly isMore: boolean; readonly error?: unknown }> {
  const isMore = await collectReads(options.pool)
  await closeDays(options.pool)
  const { carried, ...rest } = await carryEvents(options)
  options.metrics?.carried(carried)
  return { isMore, ...rest }
}
