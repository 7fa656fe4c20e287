import { hashEvent } from '../hash-chain.js'
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

/** How far from its place an event is looked for. */
const REACH = 64

/** The events of a stream, distinguished by their hashes. */
export interface OriginalPlaces {
  /** by the revision that each was recorded at; wherever it stands now */
  readonly genuine: ReadonlyMap<number, RecordedEvent>
  /** those whose content and hash do not belong together, by the revision that they fill */
  readonly changed: ReadonlyMap<number, RecordedEvent>
  /** those for which there is no place: another event was recorded there */
  readonly inserted: readonly RecordedEvent[]
  /** the highest place of a genuine event; -1 when there is none */
  readonly newest: number
}

/** The hash that an event would have at a revision; undefined when its content cannot even be hashed. */
export function hashAt(event: RecordedEvent, revision: number): string | undefined {
  try {
    return hashEvent(event.stream, revision, event)
  } catch {
    return undefined
  }
}

/**
 * Finds out where each event of a stream was recorded.
 *
 * @param events the stream in order of revision
 */
export function originalPlaces(events: readonly RecordedEvent[]): OriginalPlaces {
  const claims = events.map((event) => ({ event, place: originalRevision(event) }))
  const predecessors = new Set(events.map((event) => event.metadata.prev_hash))
  const genuine = new Map<number, RecordedEvent>()
  const inserted: RecordedEvent[] = []
  for (const { event, place } of claims) {
    if (place === undefined) continue
    const rival = genuine.get(place)
    // Of two that claim one place, the event that another one was chained to is the older.
    const isGenuine =
      !rival || (predecessors.has(event.metadata.hash) && !predecessors.has(rival.metadata.hash))
    if (isGenuine) genuine.set(place, event)
    if (rival) inserted.push(isGenuine ? rival : event)
  }
  const changed = new Map<number, RecordedEvent>()
  let shift = 0
  for (const { event, place } of claims) {
    const fills = place ?? event.revision - shift
    if (place !== undefined) shift = event.revision - place
    else if (genuine.has(fills)) inserted.push(event)
    else changed.set(fills, event)
  }
  const newest = [...genuine.keys()].reduce((a, b) => Math.max(a, b), -1)
  return { genuine, changed, inserted, newest }
}

/** The revision for which an event's hash was made; undefined: for none near it, so its content was changed. */
function originalRevision(event: RecordedEvent): number | undefined {
  const { revision, metadata } = event
  for (let distance = 0; distance <= REACH; distance++)
    for (const candidate of new Set([revision - distance, revision + distance]))
      if (hashAt(event, candidate) === metadata.hash) return candidate
  return undefined
}

/**
 * Whether an event is what it says it is, and right where it is.
 *
 * @param head where its stream ended before it
 */
export function follows(event: RecordedEvent, head: StreamHead | undefined): boolean {
  if (event.revision !== (head?.revision ?? -1) + 1) return false
  const { prev_hash, hash } = event.metadata
  return prev_hash === (head?.hash ?? null) && hash === hashAt(event, event.revision)
}

/** The end of a stream whose newest event this is. */
export function headOf({ revision, position, metadata }: RecordedEvent): StreamHead {
  return { revision, position, hash: metadata.hash }
}
