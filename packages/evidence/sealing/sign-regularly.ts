import { reasonOf, sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { type CheckpointMaking, makeCheckpoint } from '../checkpoints/make-checkpoint.js'
import { NotSigned } from '../checkpoints/not-signed.js'
import { newestCheckpoint } from '../checkpoints/stored-checkpoints.js'
import type { SealingMetrics } from './sealing-metrics.js'

const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 1_000

/** One checkpoint a minute while there is news, until the signal aborts. Others may make more on demand. */
export async function signRegularly(options: {
  readonly pool: Pool
  readonly making: CheckpointMaking
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly metrics?: SealingMetrics
  /** pause between checkpoints, milliseconds; a minute unless given */
  readonly everyMs?: number
}): Promise<void> {
  const { pool, making, signal, onProblem, metrics, everyMs = MINUTE_MS } = options
  do {
    try {
      await makeCheckpoint(pool, making, everyMs)
      const newest = await newestCheckpoint(pool)
      if (newest) metrics?.signed(newest.size, newest.clockBehindMs)
      onProblem(undefined)
    } catch (error) {
      onProblem(
        error instanceof NotSigned ? error.message : `No checkpoint can be signed: ${reasonOf(error)}.`,
      )
    }
  } while (await sleep(LOOK_EVERY_MS, signal))
}
