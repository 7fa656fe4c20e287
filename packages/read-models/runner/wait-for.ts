import type { Position } from '@ecmr/event-store'
import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'

/** How far the projections have come, known in memory. */
export interface ProjectionPositions {
  /** Resolves with true once all named projections have passed a position, with false when the time is over. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean>
  position(name: string): Promise<Position>
  close(): void
}

/** Follows the projections' positions by notification. */
export function projectionPositions(options: {
  readonly pool: Pool
  readonly listener: Listener
}): ProjectionPositions {
  throw new Error(`not yet ${options.pool.totalCount}`)
}
