import { setTimeout as delay } from 'node:timers/promises'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { WebhookTables } from '../tables.js'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const GROWTH = 1.5

/**
 * Waits until nothing more is to come of a delivery, looking at it ever less often. Resolves also when time is up or
 * the signal aborts; what the delivery is like then is for the caller to read.
 *
 * @param options.timeoutMs longest wait, milliseconds
 */
export async function waitForOutcome(
  pool: Pool,
  deliveryId: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + timeoutMs
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted && (await isPending(pool, deliveryId))) {
    const left = until - performance.now()
    if (left <= 0) return
    await delay(Math.min(pause, left), undefined, { signal }).catch(() => undefined)
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)
  }
}

async function isPending(pool: Pool, deliveryId: string): Promise<boolean> {
  const row = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.deliveries')
    .select('status')
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row?.status === 'pending'
}
