import {
  type FollowedLog,
  projections,
  type RunnerLog,
  type RunnerMetrics,
  runProjections,
} from '@ecmr/read-models'
import type { Pool } from 'pg'

/**
 * Keeps every read model up to date until the signal aborts. Any number of processes may do so: for each read model
 * one of them works, the others stand by.
 */
export async function startProjector(options: {
  readonly store: FollowedLog
  readonly url: string
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RunnerLog
  readonly metrics?: RunnerMetrics
}): Promise<void> {
  await runProjections({ ...options, projections })
}
