import { type EventStore, type Position, type RecordedEvent, START } from '../port.js'

/** How far two logs are alike: up to this event, in the same order. */
export interface Mark {
  /** how many events that is */
  readonly events: number
  /** where the event stands in the log that is copied */
  readonly source: Position
  /** where it stands in the copy */
  readonly target: Position
  /** the event itself; null before the first */
  readonly last: Pick<RecordedEvent, 'stream' | 'revision' | 'id'> | null
}

/** Before the first event of both logs. */
export const BEGINNING: Mark = { events: 0, source: START, target: START, last: null }

/** The mark at an event, given the one before it and where it stands in the copy. */
export function nextMark(
  before: Mark,
  { position, stream, revision, id }: RecordedEvent,
  target: Position,
  events = 1,
): Mark {
  return { events: before.events + events, source: position, target, last: { stream, revision, id } }
}

/** Whether the event of a mark still stands where it stood in both logs; one of them may have been emptied since. */
export async function stillHolds(mark: Mark, source: Streams, target: Streams): Promise<boolean> {
  if (mark.last === null) return true
  return (await standsAt(source, mark.last, mark.source)) && (await standsAt(target, mark.last, mark.target))
}

type Streams = Pick<EventStore, 'readStream'>

async function standsAt(
  store: Streams,
  { stream, revision, id }: NonNullable<Mark['last']>,
  position: Position,
): Promise<boolean> {
  const [event] = await store.readStream(stream, { from: revision })
  return event?.id === id && event.position === position
}
