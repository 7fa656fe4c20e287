import type { Position, RecordedEvent } from '../port.js'

/** One event that is not as it was recorded. */
export interface BrokenEvent {
  readonly problem: 'changed' | 'missing' | 'inserted' | 'reordered'
  /** null on a missing event that no remaining event of its stream tells about */
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
  /** by stream, to be compared with the read models: a chain alone cannot see its newest events cut off */
  readonly heads: ReadonlyMap<string, StreamHead>
}

/** Names an event that is there but should not be, or not so. */
export function brokenEvent(
  event: RecordedEvent,
  problem: BrokenEvent['problem'],
  detail: string,
): BrokenEvent {
  const { stream, revision, position, type, metadata } = event
  return { problem, stream, revision, position, type, recorded_at: metadata.recorded_at, detail }
}

/** Names an event that is not there any more. */
export function missingEvent(place: {
  readonly stream: string | null
  readonly revision: number | null
  readonly position: Position | null
  readonly detail: string
}): BrokenEvent {
  return { problem: 'missing', type: null, recorded_at: null, ...place }
}
