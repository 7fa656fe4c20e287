import { createHash } from 'node:crypto'
import { type EventStore, migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { catchUp, migrateEvidence, sealedTree } from '@ecmr/evidence'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { logPages } from '../../harness/log-pages.js'
import { atLeast, compared, inTurn, type Row } from '../harness/bench.js'
import { fillLog } from '../harness/fill-log.js'
import { median } from '../harness/numbers.js'

// The tree catching up with a log in PostgreSQL, against a loop that reads the whole log and hashes every event's leaf, and
// keeps nothing.
export const evidenceCatchUp: Row = async (bench) => {
  const url = await bench.database('bench_evidence_catch_up')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateEventStore(pool)
  await migrateEvidence(pool)
  const store = await openPostgresEventStore({ url })
  const count = await fillLog(bench, store)
  const rates = await inTurn(bench, {
    baseline: async () => count / (await seconds(() => hashLeaves(store))),
    ours: async () => {
      await pool.query('truncate evidence.tiles')
      return count / (await seconds(() => seal(pool, store, count)))
    },
  })
  await store.close()
  await pool.end()
  const what = `evidence catching up, ${count.toLocaleString('en')} events`
  return [
    compared({ what, unit: 'leaves/s', ...rates, goal: { at: 'least', value: 1 } }),
    atLeast(40_000, { what: 'and that is', unit: 'leaves/s', ours: median(rates.ours) }),
  ]
}

async function hashLeaves(store: EventStore): Promise<void> {
  for await (const page of logPages(store))
    for (const { stream, revision, metadata } of page)
      createHash('sha256').update(`\0${stream}@${revision} ${metadata.hash}`).digest()
}

async function seal(pool: Pool, store: EventStore, count: number): Promise<void> {
  const { signal } = new AbortController()
  const { size } = await catchUp({ pool, store, tree: await sealedTree(pool), signal })
  if (size !== count) throw new Error(`the tree has ${size} leaves of ${count}`)
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
