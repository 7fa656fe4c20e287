import { type NotableEvent, planDeliveries } from '@ecmr/webhooks'
import type { Pool } from 'pg'

const AHEAD_MS = 3_600_000
const BATCH = 10

/**
 * Plans so many events a second to become due one after the other, from the moment in which `begin` is called: so that
 * planning them is not what slows down the others.
 */
export async function planAhead(pool: Pool, events: Iterable<NotableEvent>, perSecond: number) {
  const start = Date.now() + AHEAD_MS
  const all = [...events]
  for (let first = 0; first < all.length; first += BATCH) {
    const due = new Date(start + (first * 1_000) / perSecond)
    await planDeliveries(pool, all.slice(first, first + BATCH), { clock: () => due })
  }
  const begin = () =>
    pool.query(
      `update webhooks.deliveries set next_attempt_at = next_attempt_at - $1 * interval '1 ms'
       where next_attempt_at >= $2`,
      [start - Date.now(), new Date(start)],
    )
  return { begin }
}
