import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { Projection } from '../runner/projection.js'

/** Counts what a rebuild has done, and reports it. */
export class ProgressReporter {
  readonly #onProgress: RebuildOptions['onProgress']
  readonly #started = performance.now()
  readonly #total: number | undefined
  #phase: RebuildPhase = 'load'
  #done = 0

  constructor(total: number | undefined, onProgress: RebuildOptions['onProgress']) {
    this.#total = total
    this.#onProgress = onProgress
  }

  get events(): number {
    return this.#done
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1_000
  }

  phase(phase: RebuildPhase): void {
    this.#phase = phase
    this.#tell()
  }

  add(events: number): void {
    this.#done += events
    this.#tell()
  }

  #tell(): void {
    this.#onProgress?.({
      phase: this.#phase,
      eventsDone: this.#done,
      eventsTotal: this.#total && Math.max(this.#total, this.#done),
      eventsPerSecond: Math.round(this.#done / this.seconds),
    })
  }
}

/** What a rebuild is doing: reading the log, building indexes, reading what has come since, exchanging the tables. */
export type RebuildPhase = 'load' | 'index' | 'catch_up' | 'compare' | 'swap' | 'done'

/** How far a rebuild is. */
export interface RebuildProgress {
  readonly phase: RebuildPhase
  readonly eventsDone: number
  /** about; undefined when it is not known */
  readonly eventsTotal: number | undefined
  readonly eventsPerSecond: number
}

export interface RebuildOptions {
  readonly pool: Pool
  /** for the connection that keeps others from rebuilding the same */
  readonly url: string
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'head' | 'isPosition'>
  /** built from one reading of the log */
  readonly projections: readonly Projection<unknown>[]
  /** about how many events the log holds, to report progress by */
  readonly eventsTotal?: number | undefined
  /** connections that write at the same time, default 2 */
  readonly parallel?: number
  readonly onProgress?: (progress: RebuildProgress) => void
  /** builds aside and throws the result away */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}
