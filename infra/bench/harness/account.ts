import type { Pool } from 'pg'
import type { Arrival } from './receivers.js'
import type { Subscriber } from './subscribers.js'

/** What has become of deliveries, as receivers and tables agree on it. */
export interface Account {
  /** requests that came again, under the id of before */
  readonly repeated: number
  /** attempts begun at each of the dead endpoints */
  readonly attemptsAtDead: readonly number[]
}

/**
 * Holds what receivers got against what is in the tables.
 *
 * @throws when a good endpoint lacks a delivery, or got the same event under two ids, or a dead one's delivery is neither
 *   waiting nor exhausted
 */
export async function accountFor(
  pool: Pool,
  crowd: {
    readonly good: readonly Subscriber[]
    readonly dead: readonly Subscriber[]
    readonly each: number
  },
  arrivals: readonly Arrival[],
): Promise<Account> {
  const { good, dead, each } = crowd
  const sent = await deliveredIds(pool, good)
  const ids = new Set(arrivals.map(({ id }) => id))
  const events = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`))
  must('delivered rows', sent.length, good.length * each)
  must('delivered ones that arrived', sent.filter((id) => ids.has(id)).length, good.length * each)
  must('ids that arrived', ids.size, good.length * each)
  must('pairs of event and endpoint that arrived', events.size, good.length * each)
  const kept = await keptFor(pool, dead)
  must('rows kept for dead endpoints', sum(kept.map(({ deliveries }) => deliveries)), dead.length * each)
  return {
    repeated: arrivals.length - ids.size,
    attemptsAtDead: kept.map(({ attempts }) => attempts),
  }
}

function must(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`)
}

async function deliveredIds(pool: Pool, endpoints: readonly Subscriber[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from webhooks.deliveries d where endpoint_id = any($1) and status = 'delivered'
       and exists (select 1 from webhooks.attempts where delivery_id = d.id and response_status = 204)`,
    [endpoints.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

async function keptFor(
  pool: Pool,
  endpoints: readonly Subscriber[],
): Promise<readonly { readonly deliveries: number; readonly attempts: number }[]> {
  const { rows } = await pool.query<{ deliveries: number; attempts: number }>(
    `select count(*) as deliveries, sum(attempts) as attempts from webhooks.deliveries
     where endpoint_id = any($1) and status in ('pending', 'exhausted') group by endpoint_id`,
    [endpoints.map(({ id }) => id)],
  )
  return rows
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
