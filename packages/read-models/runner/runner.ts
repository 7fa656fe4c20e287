import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { RunnerLog, RunnerMetrics } from './log.js'
import type { Projection } from './projection.js'

/** Keeps a read model up to date until the signal aborts, in one process at a time. */
export async function runProjection<Row>(options: {
  readonly projection: Projection<Row>
  readonly store: Pick<EventStore, 'follow'>
  readonly url: string
  readonly pool: Pool
  readonly signal: AbortSignal
  readonly log?: RunnerLog
  readonly metrics?: RunnerMetrics
}): Promise<void> {
  throw new Error(`not yet ${options.projection.name}`)
}
