import { type Position, type RecordedEvent, START } from '../port.js'
import { type BrokenEvent, brokenEvent, missingEvent, type OriginalPlaces, originalPlaces } from './report.js'

/** Positions at which no event stands. */
export type Gaps = Set<Position>

/**
 * Names what is broken in one stream, in order of revision.
 *
 * @param events the stream in order of revision
 * @param gaps positions at which no event stands; those that a missing event explains are taken out
 */
export function findBroken(
  stream: string,
  events: readonly RecordedEvent[],
  gaps: Gaps,
): readonly BrokenEvent[] {
  const places = originalPlaces(events)
  const broken = [
    ...[...places.changed.values()].map((event) => brokenEvent(event, 'changed', CHANGED)),
    ...places.inserted.map((event) => brokenEvent(event, 'inserted', INSERTED)),
    ...rewritten(places),
    ...missing(stream, places, gaps),
    ...reordered(places),
  ]
  return broken.sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
}

const CHANGED = 'its content does not match its hash'
const INSERTED = 'another event was recorded in its place'
const REWRITTEN = 'its hash was made anew: the event after it still carries the former one'
const UNLINKED = 'it does not continue the event before it'

/** Events whose hash is right, but not the one that the adjacent events name. */
function* rewritten({ genuine, newest }: OriginalPlaces): Generator<BrokenEvent> {
  const isUnlinked = (place: number): boolean => {
    const event = genuine.get(place)
    const before = genuine.get(place - 1)
    if (!event || (!before && place > 0)) return false
    return event.metadata.prev_hash !== (before?.metadata.hash ?? null)
  }
  for (let place = 0; place <= newest; place++) {
    if (!isUnlinked(place)) continue
    const event = genuine.get(place)
    const before = genuine.get(place - 1)
    // An event that fits neither its predecessor nor its successor is named once, at its own place.
    if (event && (isUnlinked(place + 1) || !before)) yield brokenEvent(event, 'changed', UNLINKED)
    else if (before && !isUnlinked(place - 1)) yield brokenEvent(before, 'changed', REWRITTEN)
  }
}

/** Revisions that nothing fills, below the newest event that is certain. */
function* missing(stream: string, places: OriginalPlaces, gaps: Gaps): Generator<BrokenEvent> {
  const eventAt = (place: number): RecordedEvent | undefined =>
    places.genuine.get(place) ?? places.changed.get(place)
  let before: Position = START
  for (let revision = 0; revision <= places.newest; revision++) {
    const event = eventAt(revision)
    if (event) before = event.position
    else {
      const position = takeGap(gaps, before, eventAt(revision + 1)?.position)
      yield missingEvent({ stream, revision, position, detail: 'events after it are there, it is not' })
    }
  }
}

function takeGap(gaps: Gaps, after: Position, before: Position | undefined): Position | null {
  for (const gap of gaps) {
    if (gap <= after || (before !== undefined && gap >= before)) continue
    gaps.delete(gap)
    return gap
  }
  return null
}

/** Events elsewhere than they were recorded, beyond what insertions and removals before them explain. */
function* reordered({ genuine, changed, inserted, newest }: OriginalPlaces): Generator<BrokenEvent> {
  let removed = 0
  let highest: Position = START
  for (let place = 0; place <= newest; place++) {
    const event = genuine.get(place)
    if (!event) {
      if (!changed.has(place)) removed++
      continue
    }
    const added = inserted.filter(({ revision }) => revision < event.revision).length
    const isShifted = event.revision !== place && event.revision - place !== added - removed
    if (isShifted) yield brokenEvent(event, 'reordered', `it was recorded as revision ${place}`)
    else if (event.position < highest) yield brokenEvent(event, 'reordered', 'it stands before older events')
    if (event.position > highest) highest = event.position
  }
}
