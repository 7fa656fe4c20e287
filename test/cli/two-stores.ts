import { type EventStore, openEventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { contentOf } from '../event-store/copied-logs.js'
import { type ServerOptions, startEventStoreDb } from '../eventstoredb-wire/server.js'
import { openCli } from './ground.js'

export const COPY = 'store migrate --from postgres --to eventstoredb'
export const SEED = 'demo seed --notes'

export type Kind = 'postgres' | 'eventstoredb'

/** An installation with a database and an EventStoreDB. */
export type TwoStores = Awaited<ReturnType<typeof twoStores>>

/** Commands work on the store that `use` named last, at first `postgres`. */
export async function twoStores(t: Test, options: ServerOptions = {}) {
  const server = await startEventStoreDb(options)
  const cli = await openCli(t, { env: { EVENTSTOREDB_URL: server.url, EVENT_STORE: 'postgres' } })
  const stores: EventStore[] = []
  t.teardown(async () => {
    for (const store of stores) await store.close()
    await server.stop()
  })
  return {
    ...cli,
    /** of EventStoreDB */
    faults: server.faults,
    use(kind: Kind): void {
      cli.env.EVENT_STORE = kind
    },
    async open(kind: Kind): Promise<EventStore> {
      const store = await openEventStore({ kind, url: kind === 'postgres' ? cli.url : server.url })
      stores.push(store)
      return store
    },
  }
}

/** What the queries answer from, apart from places in the log. */
export async function readModelsOf(pool: Pool): Promise<unknown> {
  const tables = [
    'select * from rm_list.notes order by id',
    'select * from rm_tracking.shipments order by 1',
    'select ecmr_id, company_id, revision, type, event_id, recorded_at, data::jsonb, metadata::jsonb from rm_history.events order by position',
  ]
  return Promise.all(tables.map(async (table) => (await pool.query(table)).rows))
}

/** Both logs hold the same events in the same order. */
export async function areAlike(t: Test, at: TwoStores): Promise<void> {
  t.strictSame(
    await contentOf(await at.open('eventstoredb')),
    await contentOf(await at.open('postgres')),
    'both logs hold the same events in the same order',
  )
}
