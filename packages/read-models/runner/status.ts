import type { EventStore, Position } from '@ecmr/event-store'
import type { Pool } from 'pg'

/** How a projection is doing. */
export interface ProjectionStatus {
  readonly name: string
  readonly position: Position
  readonly head: Position
  /** events of the log that it has not passed yet */
  readonly lag_events: number
  /** age of the oldest of them in milliseconds */
  readonly lag_ms: number
  /** streams that are parked */
  readonly parked: number
  readonly state: 'up_to_date' | 'catching_up' | 'rebuilding' | 'stopped'
}

/** How every projection is doing. */
export async function projectionStatus(
  pool: Pool,
  store: Pick<EventStore, 'head' | 'readAll'>,
): Promise<readonly ProjectionStatus[]> {
  throw new Error(`not yet ${pool.totalCount} ${typeof store.head}`)
}
