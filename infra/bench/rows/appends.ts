import { randomUUID } from 'node:crypto'
import { type EventStore, migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { noteEvent } from '../harness/note-events.js'
import { rate } from '../harness/rate.js'
import { compared, type Row } from '../harness/row.js'

const CALLERS = 64

// Raw durable appends of one event to a new stream each, 64 callers, against one INSERT per call of the same columns.
export const appends: Row = {
  name: 'appends',
  run: async (bench) => {
    const url = await bench.database('bench_appends')
    const pool = openPool({ url, max: 32, name: 'bench' })
    await migrateEventStore(pool)
    await pool.query(`create table naive (position bigserial primary key, stream text not null, revision int not null,
      id uuid not null unique, type text not null, data jsonb not null, metadata jsonb not null,
      recorded_at timestamptz not null default now(), unique (stream, revision))`)
    const store = await openPostgresEventStore({ url })
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = 0; round <= bench.rounds; round++) {
      const naive = await rate(CALLERS, bench.seconds / 2, () => insertOne(pool))
      const grouped = await rate(CALLERS, bench.seconds / 2, () => appendOne(store))
      if (round === 0) continue
      baseline.push(naive)
      ours.push(grouped)
    }
    await store.close()
    await pool.end()
    return [
      compared({
        what: 'raw appends, 64 callers',
        unit: '/s',
        ours,
        baseline,
        goal: { at: 'least', value: 2.5 },
      }),
    ]
  },
}

async function appendOne(store: EventStore): Promise<void> {
  const id = randomUUID()
  const result = await store.append(`ecmr-${id}`, 'no_stream', [noteEvent(id)])
  if (!result.ok) throw new Error('a new stream was refused')
}

async function insertOne(pool: Pool): Promise<void> {
  const id = randomUUID()
  const { type, data, metadata, ...event } = noteEvent(id)
  await pool.query({
    name: 'naive',
    text: 'insert into naive (stream, revision, id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)',
    values: [`ecmr-${id}`, event.id, type, JSON.stringify(data), JSON.stringify(metadata)],
  })
}
