import type { EventStore, Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { eventsAhead } from './lag.js'
import type { Projection } from './projection.js'
import { readStandings, type Standing, type StatusLog } from './standing.js'

/** How a projection is doing. */
export interface ProjectionStatus {
  readonly name: string
  readonly position: Position
  readonly head: Position
  /** events of the log that it has not passed yet; 10,000 may be more where the log has holes */
  readonly lag_events: number
  /** age of the oldest of them in milliseconds */
  readonly lag_ms: number
  /** for how long it has not moved although there are such events, in milliseconds */
  readonly still_ms: number
  /** streams that are parked */
  readonly parked: number
  readonly state: 'up_to_date' | 'catching_up' | 'rebuilding' | 'stopped'
  /** a sentence about what keeps it from going on until somebody does something about it */
  readonly problem: string | null
}

/** How every projection is doing. */
export async function projectionStatus(
  pool: Pool,
  store: StatusLog,
  projections: readonly Projection<unknown>[],
): Promise<readonly ProjectionStatus[]> {
  const standings = await readStandings(pool, store, projections)
  return Promise.all(standings.map((standing) => statusOf(standing, store)))
}

async function statusOf(
  standing: Standing,
  store: Pick<EventStore, 'readAll' | 'countBetween'>,
): Promise<ProjectionStatus> {
  const { name, position, passed, head, isBehind, lag_ms, still_ms, parked, led, rebuilt, problem } = standing
  const caughtUp = isBehind ? 'catching_up' : 'up_to_date'
  return {
    name,
    position,
    head,
    lag_events: isBehind ? await eventsAhead(store, name, passed, head) : 0,
    lag_ms,
    still_ms,
    parked,
    state: rebuilt ? 'rebuilding' : led && problem === null ? caughtUp : 'stopped',
    problem,
  }
}
