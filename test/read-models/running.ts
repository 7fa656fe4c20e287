import { setTimeout as delay } from 'node:timers/promises'
import type { EventStore } from '@ecmr/event-store'
import { openListener, openPool } from '@ecmr/postgres'
import {
  type Projection,
  projectionPositions,
  projectionStatus,
  type RunnerLog,
  type RunnerMetrics,
  runProjections,
  verifyProjections,
} from '@ecmr/projections'
import { migrateReadModels, projections } from '@ecmr/read-models'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { testDatabase } from '../support/database.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { Writer } from './notes.js'

const PATIENCE_MS = 60_000

/** The names of the projections that interpret what happens to notes; the history takes it down as it is. */
export const interpreting: readonly string[] = projections
  .filter(({ name, categories }) => categories.includes('ecmr') && name !== 'history')
  .map(({ name }) => name)
  .sort()

export interface Scene {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
  readonly writer: Writer
  /** what the runners have warned of */
  readonly warnings: readonly string[]
  /** starts runners; aborting the answer stops them. Those with another `url` for their lock do not know of each other. */
  run(which?: readonly Projection<unknown>[], lockUrl?: string): AbortController
  /** resolves when the named projections stand at the head of the log */
  caughtUp(names?: readonly string[]): Promise<void>
}

/** An empty database with read models, an event log, and a writer of notes. */
export async function scene(
  t: Test,
  openLog: (url: string, pool: Pool) => Promise<EventStore> = async () => new MemoryEventStore(),
): Promise<Scene> {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 12, name: 'test' })
  await migrateReadModels(pool)
  const store = await openLog(url, pool)
  const listener = openListener(url, 'test')
  const positions = projectionPositions({ pool, listener })
  const warnings: string[] = []
  const warn = (_fields: object, message: string): void => void warnings.push(message)
  const log: RunnerLog = { debug() {}, info() {}, warn, error() {} }
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
    warnings,
    run(which = projections, lockUrl = url) {
      const stop = new AbortController()
      const { signal } = stop
      const ended = runProjections({ projections: which, store, url: lockUrl, pool, signal, log })
      runners.push({ stop, ended })
      return stop
    },
    async caughtUp(names = projections.map(({ name }) => name)) {
      const head = await store.head()
      if (!(await positions.waitFor(names, head, PATIENCE_MS))) throw new Error(`not at ${head} in time`)
    },
  }
}

/** The same with all projections running. */
export async function runningScene(t: Test): Promise<Scene> {
  const at = await scene(t)
  at.run()
  return at
}

/** Counts nothing. */
export const metrics: RunnerMetrics = {
  batch() {},
  skipped() {},
  parked() {},
  diverged() {},
  halved() {},
  failed() {},
  stands() {},
}

/** Notes of two events and more, one after the other. */
export async function someNotes({ writer }: Pick<Scene, 'writer'>, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await writer.create({ fields: { reference: `PO-${i}` } })
    await writer.send(id, [{ type: 'change_status', to: 'in_transit' }])
  }
}

/** Where each projection stands. */
export function statusOf({
  pool,
  store,
}: Pick<Scene, 'pool' | 'store'>): ReturnType<typeof projectionStatus> {
  return projectionStatus(pool, store, projections)
}

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not so in time: ${holds}`)
    await delay(5)
  }
}

/** Every row of every read model is what a fresh replay of the log makes, and no event is missing. */
export async function equalsReplay(t: Test, { pool, url, store }: Scene): Promise<void> {
  const report = await verifyProjections({ pool, url, store, projections })
  t.same(report.differences, [])
  t.ok(report.ok)
  const { rows } = await pool.query('select count(*) as count from rm_history.events')
  t.equal(rows[0]?.count, (await store.readAll({ after: '', limit: 1_000_000 })).length)
}

/** A note from its creation to its delivery. */
export async function oneLife({ writer }: Scene): Promise<{ id: string; number: string }> {
  const note = await writer.create()
  await writer.send(note.id, [{ type: 'change_status', to: 'in_transit' }])
  await writer.send(note.id, [
    { type: 'sign', signature: { role: 'receiver', signer_name: 'Ana', method: 'typed' } },
  ])
  return note
}
