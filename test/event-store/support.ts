import { type EventStore, migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import type { OpenAdapter } from '../contract/event-store/contract.js'
import { testDatabase } from '../support/database.js'

/** A database with an empty log. */
export interface LogDatabase {
  readonly url: string
  /** for looking at the log, and tampering with it, by SQL */
  readonly pool: Pool
  open(options?: Omit<Parameters<typeof openPostgresEventStore>[0], 'url'>): Promise<EventStore>
}

export async function logDatabase(t: Test): Promise<LogDatabase> {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 4, name: 'test' })
  await migrateEventStore(pool)
  const opened: EventStore[] = []
  // tap runs teardowns in reverse order: connections close before the database is dropped.
  t.teardown(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await pool.end()
  })
  return {
    url,
    pool,
    async open(options) {
      const store = await openPostgresEventStore({ url, pool: { max: 4 }, ...options })
      opened.push(store)
      return store
    },
  }
}

export async function newPostgresLog(t: Test): Promise<OpenAdapter> {
  const database = await logDatabase(t)
  return () => database.open()
}
