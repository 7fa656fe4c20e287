import { type EventStore, LOG_CATEGORIES, openEventStoreDb } from '@ecmr/event-store'
import type { Test } from 'tap'
import type { OpenAdapter } from '../contract/event-store/contract.js'
import { type ServerOptions, startEventStoreDb, type TestServer } from '../eventstoredb-wire/server.js'

type AdapterOptions = Omit<Parameters<typeof openEventStoreDb>[0], 'url'>

/** A call that gets no answer fails after so long: only what hangs takes it, on a machine with other work, too. */
export const PATIENCE_MS = 60_000

/** An empty log in a stand-in for EventStoreDB. */
export interface EventStoreDbLog {
  readonly server: TestServer
  /** @param query options for the connection string, beginning with & */
  open(options?: AdapterOptions, query?: string): Promise<EventStore>
}

export async function eventStoreDbLog(t: Test, options: ServerOptions = {}): Promise<EventStoreDbLog> {
  const server = await startEventStoreDb(options)
  const opened: EventStore[] = []
  t.teardown(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await server.stop()
  })
  return {
    server,
    async open(adapter, query = '') {
      const url = server.url + query
      const patience = query === '' ? { timeoutMs: PATIENCE_MS } : {}
      const store = await openEventStoreDb({ url, categories: CATEGORIES, ...patience, ...adapter })
      opened.push(store)
      return store
    },
  }
}

/** All that the contract appends to; what is foreign to a log has tests of its own. */
const CATEGORIES = [...LOG_CATEGORIES, 'companyx', 'other']

export async function newLog(t: Test, options?: ServerOptions): Promise<OpenAdapter> {
  const log = await eventStoreDbLog(t, options)
  return () => log.open()
}
