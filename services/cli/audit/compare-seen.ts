import { type EventStore, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'
import type { Problem } from './problem.js'
import type { SeenEvents } from './seen-events.js'

/** So many events are named one by one; more would add nothing. */
const MOST_NAMED = 1_000

/** Holds what was seen of the log against the log, while that is walked. */
export interface SeenComparison {
  /** @param page the next events of the log, in order */
  take(page: readonly RecordedEvent[]): Promise<void>
  /** To be called at the end of the walk. */
  problems(): Promise<readonly Problem[]>
}

/**
 * Compares every event that the history has seen, with its stream, revision, position and hash, with the log: what was
 * removed, moved or exchanged after the history saw it is named, also where the log keeps no chain over the whole.
 *
 * @param parked streams that the history has put aside
 */
export function compareSeen(
  store: Pick<EventStore, 'readStreamEnd'>,
  seen: SeenEvents,
  parked: ReadonlySet<string>,
): SeenComparison {
  const found: Problem[] = []
  let more = 0

  async function name(event: SeenEvent): Promise<void> {
    if (found.length >= MOST_NAMED) more++
    else found.push(await judge(store, event))
  }

  /** An event of a note that the history has passed and does not show at this place. */
  function unseen(event: RecordedEvent): void {
    if (event.position > seen.position || !event.stream.startsWith('ecmr-') || parked.has(event.stream))
      return
    if (found.length >= MOST_NAMED) more++
    else found.push({ ...placeOf(event), problem: 'read_model_differs', detail: NOT_SHOWN })
  }

  return {
    async take(page) {
      const last = page.at(-1)
      if (!last) return
      const shown = await seen.upTo(last.position)
      const byPosition = new Map(page.map((event) => [event.position, event]))
      for (const event of shown) {
        const recorded = byPosition.get(event.position)
        if (recorded && isSame(seenOf(recorded), event)) byPosition.delete(event.position)
        else {
          byPosition.delete(event.position)
          await name(event)
        }
      }
      for (const event of byPosition.values()) unseen(event)
    },
    async problems() {
      for await (const rest of seen.rest()) for (const event of rest) await name(event)
      return more === 0 ? found : [...found, furtherOnes(more)]
    },
  }
}

const NOT_SHOWN =
  'the read model history does not show it at this place, although it has passed it: it was inserted or moved, or the read model lost it ("ecmr projections rebuild history" repairs that)'

/** What became of an event that is not where it was seen. */
async function judge(store: Pick<EventStore, 'readStreamEnd'>, seen: SeenEvent): Promise<Problem> {
  const [there] = await store.readStreamEnd(seen.stream, { before: seen.revision + 1, limit: 1 })
  const { stream, revision, position } = seen
  const place = { stream, revision, position, type: null, recorded_at: null }
  if (there === undefined || there.revision !== revision) {
    return {
      ...place,
      problem: 'missing',
      detail: 'the read model history has seen it; the log does not hold it',
    }
  }
  if (there.id !== seen.id || there.metadata.hash !== seen.hash) {
    const detail = `the read model history has seen another event here (hash ${seen.hash})`
    return { ...placeOf(there), problem: 'changed', detail }
  }
  const detail = `it stands at position ${there.position}; the read model history has seen it at ${position}`
  return { ...placeOf(there), problem: 'reordered', detail }
}

function placeOf({ stream, revision, position, type, metadata }: RecordedEvent) {
  return { stream, revision, position, type, recorded_at: metadata.recorded_at }
}

function isSame(a: SeenEvent, b: SeenEvent): boolean {
  return a.stream === b.stream && a.revision === b.revision && a.id === b.id && a.hash === b.hash
}

function furtherOnes(count: number): Problem {
  return {
    problem: 'reordered',
    stream: null,
    revision: null,
    position: null,
    type: null,
    recorded_at: null,
    detail: `${count} more events are not where the read model history has seen them`,
  }
}
