import type { EventStore, Position } from './port.js'

/** One event that is not as it was recorded. */
export interface BrokenEvent {
  readonly problem: 'changed' | 'missing' | 'inserted' | 'reordered'
  readonly stream: string | null
  readonly revision: number | null
  readonly position: Position | null
  readonly type: string | null
  readonly recorded_at: string | null
  /** what is wrong, in one sentence */
  readonly detail: string
}

/** The newest event of a stream. */
export interface StreamHead {
  readonly revision: number
  readonly hash: string
  readonly position: Position
}

export interface VerifyReport {
  readonly ok: boolean
  /** how many events were read */
  readonly events: number
  readonly broken: readonly BrokenEvent[]
  /** to be compared with the read models: a chain alone cannot see its newest events cut off */
  readonly heads: ReadonlyMap<string, StreamHead>
}

/** Walks the whole log and names every event that is not as it was recorded. */
export async function verifyLog(_options: {
  /** opened with `upcast: false` */
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>
  readonly signal?: AbortSignal
  readonly onProgress?: (events: number) => void
}): Promise<VerifyReport> {
  throw new Error('not yet')
}
