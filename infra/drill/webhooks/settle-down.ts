import { setTimeout as delay } from 'node:timers/promises'
import type { openPool } from '@ecmr/postgres'
import { readDeliveryLog } from './delivery-log.js'
import { type Expectation, missing } from './expectations.js'
import type { SubscribersServer } from './receiver.js'

/** Longer than a lease (60 s) and the longest pause before another attempt together. */
const NOTHING_CAME_FOR_MS = 150_000
const LOOK_EVERY_MS = 500
const TELL_EVERY_MS = 10_000

/**
 * Waits until everything has arrived and nothing waits any more, however long that takes: the leases of those who
 * were killed have to run out. Gives up when nothing has come for longer than that.
 */
export async function settleDown(
  pool: ReturnType<typeof openPool>,
  server: SubscribersServer,
  expected: readonly Expectation[],
): Promise<void> {
  const began = Date.now()
  let toldAt = began
  for (;;) {
    const { pending } = await readDeliveryLog(pool)
    const running = await runningReplays(pool)
    const lost = missing(expected)
    if (pending + running + lost === 0) break
    if (Date.now() - Math.max(server.lastArrival(), began) > NOTHING_CAME_FOR_MS) break
    if (Date.now() - toldAt > TELL_EVERY_MS) {
      toldAt = Date.now()
      console.log(`waiting: ${pending} deliveries and ${running} replays to go, ${lost} events not yet told`)
    }
    await delay(LOOK_EVERY_MS)
  }
  console.log(`settled after ${Math.round((Date.now() - began) / 1_000)} s`)
}

async function runningReplays(pool: ReturnType<typeof openPool>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from webhooks.replays where status = 'running'`,
  )
  return rows[0]?.count ?? 0
}
