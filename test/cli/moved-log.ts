import { type EventStore, openEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { contentOf } from '../event-store/copied-logs.js'
import { type ServerOptions, startEventStoreDb } from '../eventstoredb-wire/server.js'
import { testDatabase } from '../support/database.js'
import { runHere } from './ecmr-here.js'
import { against, type Ran } from './run-ecmr.js'

export const COPY = 'store migrate --from postgres --to eventstoredb'
export const SEED = 'demo seed --notes'

export type Kind = 'postgres' | 'eventstoredb'

/** An installation with a database and an EventStoreDB beside it. */
export interface TwoStores {
  readonly pool: Pool
  readonly env: NodeJS.ProcessEnv
  /** runs a command; `EVENT_STORE` is what `use` said last, at first `postgres` */
  ecmr(line: string): Promise<Ran>
  /** the same, and what it prints as JSON; the command must succeed */
  json(line: string): Promise<Record<string, unknown>>
  use(kind: Kind): void
  open(kind: Kind): Promise<EventStore>
}

export async function twoStores(t: Test, options: ServerOptions = {}): Promise<TwoStores> {
  const databaseUrl = await testDatabase(t)
  const server = await startEventStoreDb(options)
  const pool = openPool({ url: databaseUrl, max: 2, name: 'test' })
  const stores: EventStore[] = []
  t.teardown(async () => {
    for (const store of stores) await store.close()
    await pool.end()
    await server.stop()
  })
  const env = { ...against(databaseUrl), EVENTSTOREDB_URL: server.url, EVENT_STORE: 'postgres' }
  const ecmr = (line: string): Promise<Ran> => runHere(env, line.split(' '))
  return {
    pool,
    env,
    ecmr,
    async json(line) {
      const { code, stdout, stderr } = await ecmr(`${line} --json`)
      if (code !== 0) throw new Error(`${line}: ${stderr}`)
      return JSON.parse(stdout)
    },
    use(kind) {
      env.EVENT_STORE = kind
    },
    async open(kind) {
      const url = kind === 'postgres' ? databaseUrl : server.url
      const store = await openEventStore({ kind, url })
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
  const all = []
  for (const table of tables) all.push((await pool.query(table)).rows)
  return all
}

/** Both logs hold the same events in the same order. */
export async function areAlike(t: Test, at: TwoStores): Promise<void> {
  t.strictSame(
    await contentOf(await at.open('eventstoredb')),
    await contentOf(await at.open('postgres')),
    'both logs hold the same events in the same order',
  )
}
