import { setTimeout as delay } from 'node:timers/promises'
import { reportRelayStatus } from '@ecmr/broker'
import { type Position, START } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { reasonOf } from '@ecmr/runtime'
import { RELAY } from './checkpoint-writer.js'

/** Whoever reads the reports takes a relay for gone after a few times this long without one. */
const REPORT_EVERY_MS = 2_000

/** What is known of a relay at work. */
export interface Health {
  position: Position
  problem: string | undefined
}

/** Before anything is known. */
export function unknownHealth(): Health {
  return { position: START, problem: undefined }
}

/**
 * Says in PostgreSQL how the relay is until the signal aborts, so that health of other processes can tell without asking
 * the broker. A report that fails is left out: its absence says enough.
 *
 * @param options.check rejects with a sentence when the broker does not work, which a relay without events would not notice
 */
export async function reportHealth(options: {
  readonly pool: ReturnType<typeof openPool>
  readonly health: Readonly<Health>
  readonly check: () => Promise<void>
  readonly signal: AbortSignal
}): Promise<void> {
  const { pool, health, check, signal } = options
  while (!signal.aborted) {
    const problem = (await check().then(() => undefined, reasonOf)) ?? health.problem
    if (signal.aborted) return
    await reportRelayStatus(pool, {
      name: RELAY,
      position: health.position,
      ...(problem !== undefined && { problem }),
    }).catch(() => undefined)
    await delay(REPORT_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}
