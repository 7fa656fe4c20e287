import { reportRelayStatus } from '@ecmr/broker'
import { type Position, START } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { reasonOf, sleep } from '@ecmr/runtime'
import { RELAY } from './checkpoint-writer.js'

/** Readers take a relay for gone after a few intervals without a report. */
const REPORT_EVERY_MS = 2_000

export interface Health {
  position: Position
  problem: string | undefined
}

/** Before anything is known. */
export function unknownHealth(): Health {
  return { position: START, problem: undefined }
}

/**
 * Writes the relay's status to PostgreSQL until the signal aborts, so that other processes need not contact the broker to
 * report health. A failed report is skipped: its absence says enough.
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
    await sleep(REPORT_EVERY_MS, signal)
  }
}
