import {
  type Checkpoint,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SeenEvent,
  START,
} from './port.js'

/** What a checkpoint remembers of an event. */
export function seenOf({ stream, revision, position, id, metadata }: RecordedEvent): SeenEvent {
  return { stream, revision, position, id, hash: metadata.hash }
}

/** The checkpoint at an event. */
export function checkpointAt(seen: SeenEvent): Checkpoint {
  return { position: seen.position, seen }
}

/** Whether a log holds an event where it was seen. */
export async function holds(store: Pick<EventStore, 'readStreamEnd'>, seen: SeenEvent): Promise<boolean> {
  const [event] = await store.readStreamEnd(seen.stream, { before: seen.revision + 1, limit: 1 })
  return event !== undefined && isSame(seenOf(event), seen)
}

/**
 * Whether a log confirms a checkpoint: the event that was seen last still stands there. One that remembers no event is
 * confirmed unless it lies beyond the end of a log whose positions have no holes.
 *
 * @throws StoreUnavailable
 */
export async function confirms(
  store: Pick<EventStore, 'readStreamEnd' | 'head' | 'nextPosition'>,
  { position, seen }: Checkpoint,
): Promise<boolean> {
  if (seen) return holds(store, seen)
  return store.nextPosition === undefined || position <= (await store.head())
}

function isSame(a: SeenEvent, b: SeenEvent): boolean {
  return (
    a.stream === b.stream &&
    a.revision === b.revision &&
    a.position === b.position &&
    a.id === b.id &&
    a.hash === b.hash
  )
}

/**
 * EventStoreDB 24.2 to 24.10 tells (2^64-1, 2^64-1) as a checkpoint when a subscription found nothing (see
 * `eventstoredb/position.ts`). Versions of this service up to 0.1.0 stored that as the place of a follower.
 */
export const NO_POSITION: Position = 'ffffffffffffffff-ffffffffffffffff'

/**
 * A position as it was stored, or sent by a client. What an earlier version stored by mistake is the start of the log:
 * a reader that stood there had not seen a single event.
 */
export function storedPosition(position: Position): Position {
  return position === NO_POSITION ? START : position
}
