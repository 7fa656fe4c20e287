import type { EventStore } from '@ecmr/event-store'
import { openListener, openPool } from '@ecmr/postgres'
import {
  migrateReadModels,
  type Projection,
  projectionPositions,
  projections,
  runProjection,
} from '@ecmr/read-models'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { Writer } from './notes.js'

const PATIENCE_MS = 20_000

export interface Scene {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
  readonly writer: Writer
  /** starts runners; aborting the answer stops them */
  run(which?: readonly Projection<unknown>[], store?: EventStore): AbortController
  /** resolves when the named projections stand at the head of the log */
  caughtUp(names?: readonly string[]): Promise<void>
}

/** An empty database with read models, an event log, and somebody who writes notes into it. */
export async function scene(t: Test, store: EventStore = new MemoryEventStore()): Promise<Scene> {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 12, name: 'test' })
  await migrateReadModels(pool)
  const listener = openListener(url, 'test')
  const positions = projectionPositions({ pool, listener })
  const runners: { stop: AbortController; ended: Promise<unknown> }[] = []
  t.teardown(async () => {
    for (const { stop } of runners) stop.abort()
    await Promise.all(runners.map(({ ended }) => ended))
    positions.close()
    await listener.close()
    await store.close()
    await pool.end()
  })
  return {
    url,
    pool,
    store,
    writer: new Writer(store),
    run(which = projections, from = store) {
      const stop = new AbortController()
      const run = (projection: Projection<unknown>): Promise<void> =>
        runProjection({ projection, store: from, url, pool, signal: stop.signal })
      runners.push({ stop, ended: Promise.all(which.map(run)) })
      return stop
    },
    async caughtUp(names = projections.map(({ name }) => name)) {
      const head = await store.head()
      if (!(await positions.waitFor(names, head, PATIENCE_MS))) throw new Error(`not at ${head} in time`)
    },
  }
}
