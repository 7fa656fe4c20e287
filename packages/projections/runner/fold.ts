import type { RecordedEvent } from '@ecmr/event-store'
import type { Projection, RowChange } from './projection.js'

/** An event that waits; the first one of its stream carries the reason. */
export interface HeldEvent {
  readonly event: RecordedEvent
  readonly error: string | null
}

/** What a batch of events comes to. */
export interface Fold<Row> {
  readonly changes: readonly RowChange<Row>[]
  readonly held: readonly HeldEvent[]
  readonly unknown: readonly RecordedEvent[]
}

/** The rows that must be loaded before these events are folded. A stream that begins among them has none yet. */
export function rowsToLoad(
  projection: Projection<unknown>,
  events: readonly RecordedEvent[],
  parked: ReadonlySet<string>,
): readonly string[] {
  if (projection.appendOnly) return []
  const begun = new Set<string>()
  const keys = new Set<string>()
  for (const event of events) {
    if (parked.has(event.stream) || !projection.knows(event.type)) continue
    if (event.revision === 0) begun.add(event.stream)
    else if (!begun.has(event.stream)) {
      const key = keyOf(projection, event)
      if (key !== undefined) keys.add(key)
    }
  }
  return [...keys]
}

/** The keys of the rows that begin among these events. */
export function keysOfNew(
  projection: Projection<unknown>,
  events: readonly RecordedEvent[],
): readonly string[] {
  if (projection.appendOnly) return []
  return events.filter(({ revision }) => revision === 0).flatMap((event) => keyOf(projection, event) ?? [])
}

// An event without a key cannot be applied either; folding it finds that out and says why.
function keyOf(projection: Projection<unknown>, event: RecordedEvent): string | undefined {
  try {
    return projection.key(event)
  } catch {
    return undefined
  }
}

/** Folds events in order. One that cannot be applied parks its stream; all other streams go on. */
export function fold<Row>(
  projection: Projection<Row>,
  events: readonly RecordedEvent[],
  loaded: ReadonlyMap<string, Row>,
  parked: ReadonlySet<string>,
): Fold<Row> {
  const changes = new Map<string, RowChange<Row>>()
  const held: HeldEvent[] = []
  const unknown: RecordedEvent[] = []
  const parkedNow = new Set(parked)
  for (const event of events) {
    if (parkedNow.has(event.stream)) held.push({ event, error: null })
    else if (!projection.knows(event.type)) unknown.push(event)
    else {
      try {
        const key = projection.key(event)
        const before = loaded.get(key)
        const row = changes.get(key)?.after ?? before
        if (row !== undefined && event.revision === 0) throw new Error(`${key} belongs to another stream`)
        const after = projection.apply(row, event)
        changes.set(key, { key, stream: event.stream, before, after })
      } catch (error) {
        parkedNow.add(event.stream)
        held.push({ event, error: messageOf(error) })
      }
    }
  }
  return { changes: [...changes.values()], held, unknown }
}

/** What an error says, short enough to be listed. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500)
}
