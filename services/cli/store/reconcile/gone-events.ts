import type { EventStore, Position, SeenEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { type KeptEvent, newestFirst, wholeEvents } from './seen-notes.js'

const AT_ONCE = 100

/** What a history has seen after a position and the log does not hold, wherever; in pages, newest first. */
export async function* goneEvents(
  pool: ReturnType<typeof openPool>,
  store: Pick<EventStore, 'readStreamEnd'>,
  { schema, after }: { readonly schema: string; readonly after: Position },
): AsyncGenerator<readonly KeptEvent[]> {
  for await (const page of newestFirst(pool, schema)) {
    const later = page.filter(({ position }) => position > after)
    for (let from = 0; from < later.length; from += AT_ONCE) {
      const some = later.slice(from, from + AT_ONCE)
      const isThere = await Promise.all(some.map((seen) => isOnRecord(store, seen)))
      const gone = some.filter((_, index) => isThere[index] === false)
      if (gone.length > 0) yield wholeEvents(pool, schema, gone)
    }
    if (later.length < page.length) return
  }
}

/** Whether the log holds the event in its stream; it may stand at another position. */
async function isOnRecord(store: Pick<EventStore, 'readStreamEnd'>, seen: SeenEvent): Promise<boolean> {
  const [event] = await store.readStreamEnd(seen.stream, { before: seen.revision + 1, limit: 1 })
  return event?.id === seen.id && event.revision === seen.revision
}
