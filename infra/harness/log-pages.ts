import { type EventStore, type RecordedEvent, START } from '@ecmr/event-store'

const PAGE = 1_000

/** All events of a log, in order. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let after = START; ; ) {
    const page = await store.readAll({ after, limit: PAGE })
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.position
  }
}
