import { randomUUID } from 'node:crypto'
import {
  type EventStore,
  migrateEventStore,
  openEventStoreDb,
  openPostgresEventStore,
} from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { Pool } from 'pg'
import { compared, type Row, startStandIn } from '../harness/bench.js'
import { noteEvent } from '../harness/notes.js'
import { rate } from '../harness/numbers.js'

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

// Appends of one event to a new stream each over gRPC, 64 callers, against the bare client sending the same to the same
// server: what checking, encoding, our own time limits and reading the answer cost.
export const eventStoreDbAppends: Row = {
  name: 'eventstoredb-appends',
  group: 'production',
  run: async (bench) => {
    const server = await startStandIn()
    const store = await openEventStoreDb({ url: server.url })
    const client = EventStoreDBClient.connectionString(server.url)
    const ours: number[] = []
    const baseline: number[] = []
    try {
      for (let round = 0; round <= bench.rounds; round++) {
        const bare = await rate(CALLERS, bench.seconds / 2, async () => {
          const id = randomUUID()
          await client.appendToStream(`ecmr-${id}`, jsonEvent({ ...noteEvent(id) }), {
            expectedRevision: NO_STREAM,
          })
        })
        const adapted = await rate(CALLERS, bench.seconds / 2, async () => {
          const id = randomUUID()
          const result = await store.append(`ecmr-${id}`, 'no_stream', [noteEvent(id)])
          if (!result.ok) throw new Error('a new stream was refused')
        })
        if (round === 0) continue
        baseline.push(bare)
        ours.push(adapted)
      }
    } finally {
      await store.close()
      await client.dispose()
      await server.stop()
    }
    return [
      compared({
        what: 'appends over gRPC, 64 callers',
        unit: '/s',
        ours,
        baseline,
        goal: { at: 'least', value: 0.8 },
        remark: 'the server is the stand-in for EventStoreDB',
      }),
    ]
  },
}
