import { retryUntilAborted } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { recordStatement } from './record-statement.js'
import { recordTroubles, type TroubleContext } from './record-troubles.js'
import type { Settled } from './settle.js'

const EVERY_HALF_SECOND = { firstDelayMs: 500, maxDelayMs: 500 }

/**
 * Writes results as they come: those that come while a write is under way go together in the next one. `record` resolves
 * when the result is written, or when giving up; it never rejects.
 *
 * @param write tried until it succeeds, since a result that is not written makes a duplicate
 * @param options.giveUp stops trying
 */
export function openRecorder(
  write: (results: readonly Settled[]) => Promise<void>,
  { giveUp, onError }: { readonly giveUp: AbortSignal; readonly onError: (error: unknown) => void },
) {
  let queue: Settled[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()

  async function writeQueue(): Promise<void> {
    await current
    const batch = queue
    queue = []
    current = retryUntilAborted(() => write(batch), { signal: giveUp, onError, ...EVERY_HALF_SECOND })
    next = undefined
    await current
  }

  return {
    record(result: Settled): Promise<void> {
      queue.push(result)
      next ??= writeQueue()
      return next
    },
  }
}

/**
 * Writes attempts and what becomes of their deliveries. Results of endpoints that all went well go first, in one
 * statement; those of endpoints in trouble follow in a transaction of their own.
 */
export async function recordAttempts(
  pool: Pool,
  settled: readonly Settled[],
  context: TroubleContext,
): Promise<void> {
  const troubled = new Set(settled.filter(isTrouble).map((result) => result.endpoint_id))
  const troubles = settled.filter((result) => troubled.has(result.endpoint_id))
  const others = settled.filter((result) => !troubled.has(result.endpoint_id))
  const answered = others.filter(({ outcome }) => outcome.kind === 'succeeded')
  if (others.length > 0) {
    await pool.query(
      recordStatement(
        others,
        answered.map((result) => result.endpoint_id),
      ),
    )
  }
  if (troubles.length > 0) await recordTroubles(pool, troubles, context)
}

/** Whether a result concerns more than its own delivery. */
function isTrouble({ verdict, outcome, failing_since }: Settled): boolean {
  return failing_since !== null || verdict === 'gone' || outcome.kind === 'failed' || outcome.probe
}
