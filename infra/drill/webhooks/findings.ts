import type { openPool } from '@ecmr/postgres'
import { type DeliveryLog, failedDeliveries, readDeliveryLog } from './delivery-log.js'
import { type Expectation, missing } from './expectations.js'
import { type ReplayLog, readReplayLog } from './replay-log.js'
import { showsInterrupted } from './shown-interrupted.js'

/** What was found when everything had settled down. */
export interface Findings {
  readonly expected: readonly Expectation[]
  readonly missing: number
  /** events that came after a later one of their note: after a failed attempt, and without any */
  readonly overtaken: { readonly afterFailure: number; readonly withoutReason: readonly string[] }
  readonly deliveries: DeliveryLog
  readonly replays: ReplayLog
  readonly interruptedShown: boolean
}

export async function find(
  pool: ReturnType<typeof openPool>,
  service: string,
  expected: readonly Expectation[],
): Promise<Findings> {
  const failed = await failedDeliveries(pool)
  const overtaken = expected.flatMap(({ subscriber }) => subscriber.arrivals.outOfOrder())
  const subscribers = expected.map(({ subscriber }) => subscriber)
  return {
    expected,
    missing: missing(expected),
    overtaken: {
      afterFailure: overtaken.filter((id) => failed.has(id)).length,
      withoutReason: overtaken.filter((id) => !failed.has(id)),
    },
    deliveries: await readDeliveryLog(pool),
    replays: await readReplayLog(pool, expected),
    interruptedShown: await showsInterrupted(pool, service, subscribers),
  }
}
