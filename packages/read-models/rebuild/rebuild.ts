import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'

export type RebuildPhase = 'load' | 'index' | 'catch_up' | 'compare' | 'swap' | 'done'

/** How far a rebuild is. */
export interface RebuildProgress {
  readonly phase: RebuildPhase
  readonly eventsDone: number
  readonly eventsTotal: number
  readonly eventsPerSecond: number
}

export interface RebuildOptions {
  readonly pool: Pool
  readonly url: string
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'head'>
  /** which projections; they are rebuilt from one reading of the log */
  readonly names: readonly string[]
  /** connections that write at the same time, default 2 */
  readonly parallel?: number
  readonly onProgress?: (progress: RebuildProgress) => void
  /** builds aside and throws the result away */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

export interface RebuildReport {
  readonly names: readonly string[]
  readonly events: number
  readonly parked: number
  readonly seconds: number
}

/** Builds read models anew beside the live ones and swaps them in. */
export async function rebuildProjections(options: RebuildOptions): Promise<RebuildReport> {
  throw new Error(`not yet ${options.names}`)
}

/** Drops what a rebuild replaced. */
export async function dropOld(pool: Pool, names: readonly string[]): Promise<void> {
  throw new Error(`not yet ${pool.totalCount} ${names}`)
}
