import { type EventStore, type Position, type RecordedEvent, type SeenEvent, seenOf } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { type Problem, problemAt } from './problem.js'

const ROWS = 5_000

type SeenEvents = Awaited<ReturnType<typeof seenEvents>>

/** An event as a history shows it. */
export interface SeenRow {
  readonly position: Position
  readonly ecmr_id: string
  readonly revision: number
  readonly event_id: string
  readonly hash: string
}

const SORTED = `declare seen_events cursor with hold for
  select position, ecmr_id, revision, event_id, metadata->>'hash' as hash from rm_history.events
  where position > $1 order by position`

/**
 * Reads the history in the order of the log, as it is when this is called: PostgreSQL keeps the sorted rows on its
 * disk, some 200 bytes each, and they are fetched a few thousand at a time.
 *
 * @param after events up to here are left out
 */
export async function seenEvents(pool: ReturnType<typeof openPool>, after: Position) {
  const client = await pool.connect()
  await client.query('begin isolation level repeatable read; set local statement_timeout = 0')
  const checkpoint = await client.query<{ position: Position }>(
    `select position from projections.checkpoints where name = 'history'`,
  )
  await client.query(SORTED, [after])
  await client.query('commit')
  let waiting: SeenEvent[] = []
  let isEnd = false

  async function fetch(): Promise<void> {
    const { rows } = await client.query<SeenRow>(`fetch ${ROWS} from seen_events`)
    isEnd = rows.length < ROWS
    waiting = waiting.concat(rows.map(toSeen))
  }

  return {
    /** how far in the log it had come */
    position: checkpoint.rows[0]?.position ?? '',
    /** The next events up to a position. */
    async upTo(position: Position): Promise<readonly SeenEvent[]> {
      while (!isEnd && (waiting.at(-1)?.position ?? '') <= position) await fetch()
      const end = waiting.findIndex((seen) => seen.position > position)
      const taken = waiting.slice(0, end === -1 ? waiting.length : end)
      waiting = waiting.slice(taken.length)
      return taken
    },
    /** All that is left. */
    async *rest(): AsyncGenerator<readonly SeenEvent[]> {
      for (;;) {
        if (waiting.length > 0) yield waiting
        waiting = []
        if (isEnd) return
        await fetch()
      }
    },
    // The cursor goes with its connection.
    close: () => client.release(true),
  }
}

export function toSeen({ position, ecmr_id, revision, event_id, hash }: SeenRow): SeenEvent {
  return { stream: `ecmr-${ecmr_id}`, revision, position, id: event_id, hash }
}

/** So many events are named one by one; more would add nothing. */
const MOST_NAMED = 1_000

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
) {
  const found: Problem[] = []
  let more = 0

  async function name(event: SeenEvent): Promise<void> {
    if (found.length < MOST_NAMED) found.push(await judge(store, event))
    else more++
  }

  /** An event of a note that the history has passed and does not show at this place. */
  function unseen(event: RecordedEvent): void {
    if (event.position > seen.position || !event.stream.startsWith('ecmr-') || parked.has(event.stream))
      return
    if (found.length >= MOST_NAMED) more++
    else found.push(problemAt(placeOf(event), 'read_model_differs', NOT_SHOWN))
  }

  return {
    /** Takes the next events of the log, in order. */
    async take(page: readonly RecordedEvent[]): Promise<void> {
      const last = page.at(-1)
      if (!last) return
      const shown = await seen.upTo(last.position)
      const byPosition = new Map(page.map((event) => [event.position, event]))
      for (const event of shown) {
        const recorded = byPosition.get(event.position)
        byPosition.delete(event.position)
        if (!recorded || !isSame(seenOf(recorded), event)) await name(event)
      }
      for (const event of byPosition.values()) unseen(event)
    },
    /** To be called at the end of the walk. */
    async problems(): Promise<readonly Problem[]> {
      for await (const rest of seen.rest()) for (const event of rest) await name(event)
      return more === 0
        ? found
        : [
            ...found,
            problemAt(
              {},
              'reordered',
              `${more} more events are not where the read model history has seen them`,
            ),
          ]
    },
  }
}

const NOT_SHOWN =
  'the read model history does not show it at this place, although it has passed it: it was inserted or moved, or the read model lost it ("ecmr projections rebuild history" repairs that)'

/** What became of an event that is not where it was seen. */
async function judge(store: Pick<EventStore, 'readStreamEnd'>, seen: SeenEvent): Promise<Problem> {
  const [there] = await store.readStreamEnd(seen.stream, { before: seen.revision + 1, limit: 1 })
  const { stream, revision, position } = seen
  if (there === undefined || there.revision !== revision) {
    const detail = 'the read model history has seen it; the log does not hold it'
    return problemAt({ stream, revision, position }, 'missing', detail)
  }
  if (there.id !== seen.id || there.metadata.hash !== seen.hash) {
    const detail = `the read model history has seen another event here (hash ${seen.hash})`
    return problemAt(placeOf(there), 'changed', detail)
  }
  const detail = `it stands at position ${there.position}; the read model history has seen it at ${position}`
  return problemAt(placeOf(there), 'reordered', detail)
}

function placeOf({ stream, revision, position, type, metadata }: RecordedEvent) {
  return { stream, revision, position, type, recorded_at: metadata.recorded_at }
}

function isSame(a: SeenEvent, b: SeenEvent): boolean {
  return a.stream === b.stream && a.revision === b.revision && a.id === b.id && a.hash === b.hash
}
