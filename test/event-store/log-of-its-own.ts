import { randomBytes } from 'node:crypto'
import {
  type EventStore,
  type Followed,
  LOG_CATEGORIES,
  openEventStoreDb,
  type RecordedEvent,
} from '@ecmr/event-store'
import type { Test } from 'tap'
import type { OpenAdapter } from '../contract/event-store/contract.js'
import { PATIENCE_MS } from './eventstoredb-log.js'

/**
 * An empty log in a server that is not empty: with categories of its own, whose names begin with something random.
 * Its users see the usual names. What it records stays there.
 */
export async function logOfItsOwn(t: Test, url: string): Promise<OpenAdapter> {
  const prefix = `test${randomBytes(6).toString('hex')}_`
  const categories = [...LOG_CATEGORIES, 'companyx', 'other'].map((category) => prefix + category)
  return async () => {
    const store = await openEventStoreDb({ url, categories, timeoutMs: PATIENCE_MS })
    t.teardown(() => store.close())
    return within(store, prefix)
  }
}

function within(store: EventStore, prefix: string): EventStore {
  const named = (event: RecordedEvent): RecordedEvent => ({
    ...event,
    stream: event.stream.slice(prefix.length),
  })
  return {
    ...store,
    append: (stream, expected, events) => store.append(prefix + stream, expected, events),
    readStream: async (stream, options) => (await store.readStream(prefix + stream, options)).map(named),
    readStreamEnd: async (stream, options) =>
      (await store.readStreamEnd(prefix + stream, options)).map(named),
    readAll: async (options) => (await store.readAll(options)).map(named),
    async *follow({ categories, seen, ...options }): AsyncGenerator<Followed> {
      const own = categories.map((category) => prefix + category)
      const there = seen ? { seen: { ...seen, stream: prefix + seen.stream } } : {}
      for await (const item of store.follow({ ...options, ...there, categories: own })) {
        if (item.kind === 'event') yield { ...item, event: named(item.event) }
        else if (item.kind === 'checkpoint' && item.seen)
          yield { ...item, seen: { ...item.seen, stream: item.seen.stream.slice(prefix.length) } }
        else yield item
      }
    },
  }
}
