import { randomUUID } from 'node:crypto'
import { type EventStore, migrateEventStore, type NewEvent, openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { exampleNote } from '../../harness/example-note.js'
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
      const naive = await rate(bench.seconds / 2, () => insertOne(pool))
      const grouped = await rate(bench.seconds / 2, () => appendOne(store))
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

async function rate(seconds: number, once: () => Promise<void>): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  let count = 0
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await once()
      count++
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return (count * 1000) / (performance.now() - began)
}

function event(): { readonly stream: string; readonly event: NewEvent } {
  const id = randomUUID()
  return {
    stream: `ecmr-${id}`,
    event: {
      id: randomUUID(),
      type: 'EcmrCreated',
      data: { id, ecmr_number: id, company_id: 'bench', policy: 'lenient', fields: exampleNote },
      metadata: {
        $correlationId: id,
        $causationId: id,
        actor: { kind: 'system', id: 'bench', name: 'bench', company_id: 'bench' },
        command_id: id,
        schema_version: 1,
        recorded_at: new Date().toISOString(),
        company_id: 'bench',
        prev_hash: null,
        hash: '0'.repeat(64),
      },
    },
  }
}

async function appendOne(store: EventStore): Promise<void> {
  const { stream, event: one } = event()
  const result = await store.append(stream, 'no_stream', [one])
  if (!result.ok) throw new Error('a new stream was refused')
}

async function insertOne(pool: Pool): Promise<void> {
  const { stream, event: one } = event()
  await pool.query({
    name: 'naive',
    text: 'insert into naive (stream, revision, id, type, data, metadata) values ($1, 0, $2, $3, $4, $5)',
    values: [stream, one.id, one.type, JSON.stringify(one.data), JSON.stringify(one.metadata)],
  })
}
