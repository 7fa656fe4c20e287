import type { Pool } from 'pg'
import { recordStatement } from './record-statement.js'
import { recordTroubles, type TroubleContext } from './record-troubles.js'
import type { Settled } from './settle.js'

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
