import type { EventStore } from '@ecmr/event-store'
import { outageReporter, sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { settleCheckpoints } from './checkpoints.js'
import { TOO_OLD } from './kinds.js'
import { planNotices } from './plan.js'
import { planLate } from './plan-late.js'
import { type Sending, sendTurn } from './send.js'

const PAUSE_MS = 2_000
const AFTER_FAULT_MS = 10_000
const TIDIED_EVERY_MS = 60_000

/**
 * Mails people what they chose, until the signal aborts: follows the history of each company from its checkpoint, plans
 * notices into a table, and sends them. Meant for one process at a time; two at once do no harm.
 */
export async function keepNotices(
  options: Sending & {
    readonly store: Pick<EventStore, 'head'>
    readonly clock?: () => Date
    readonly pauseMs?: number
  },
): Promise<void> {
  const { signal, pauseMs = PAUSE_MS } = options
  const say = outageReporter(options.log, {
    begins: 'notices cannot be mailed; tried again',
    ends: 'notices are mailed again',
  })
  let tidied = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    let error: unknown
    let isMore = false
    try {
      if (performance.now() - tidied > TIDIED_EVERY_MS) {
        await tidy(options)
        tidied = performance.now()
      }
      isMore = await takeTurn(options)
    } catch (fault) {
      error = fault
    }
    if (signal.aborted) return
    say(error)
    if (!isMore) await sleep(error === undefined ? pauseMs : Math.min(AFTER_FAULT_MS, 5 * pauseMs), signal)
  }
}

async function takeTurn(options: Parameters<typeof keepNotices>[0]): Promise<boolean> {
  const { looked, dropped, fault } = await planNotices(options.pool)
  if (dropped > 0) {
    options.metrics?.givenUp(dropped)
    options.log.warn({ notices: dropped }, 'notices are not mailed: too many wait for the same people')
  }
  const sent = await sendTurn(options)
  if (fault !== undefined) throw fault
  return looked + sent > 0
}

async function tidy(options: Parameters<typeof keepNotices>[0]): Promise<void> {
  const { pool, store, log, metrics, clock = () => new Date() } = options
  await settleCheckpoints(pool, store)
  await planLate(pool, clock(), (err, company_id) =>
    log.error({ err, company_id }, 'late deliveries of a company cannot be looked at; tried again'),
  )
  await pool.query(`delete from accounts.notices where ended_at < now() - interval '7 days'`)
  const { rowCount } = await pool.query(
    `delete from accounts.notices where ended_at is null and planned_at < now() - ${TOO_OLD}`,
  )
  if (!rowCount) return
  metrics?.givenUp(rowCount)
  log.error({ notices: rowCount }, 'notices could not be mailed within a day; they are given up')
}

/** Notices that are due and not mailed yet. */
export async function noticesBacklog(
  pool: Pool,
): Promise<{ readonly waiting: number; readonly oldest_ms: number }> {
  const { rows } = await pool.query<{ waiting: number; oldest_ms: number }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(due_at)) * 1000, 0)::float8 as oldest_ms
     from (select due_at from accounts.notices
       where ended_at is null and due_at <= now() and planned_at > now() - ${TOO_OLD} limit 10000) due`,
  )
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
}
