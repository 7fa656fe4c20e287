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
import { compared, inTurn, type Row, startStandIn } from '../harness/bench.js'
import { noteEvent } from '../harness/notes.js'
import { rate } from '../harness/numbers.js'

const CALLERS = 64

// Raw durable appends of one event to a new stream each, 64 callers, against one INSERT per call of the same columns.
export const appends: Row = async (bench) => {
  const url = await bench.database('bench_appends')
  const pool = openPool({ url, max: 32, name: 'bench' })
  await migrateEventStore(pool)
  await pool.query(`create table naive (position bigserial primary key, stream text not null, revision int not null,
      id uuid not null unique, type text not null, data jsonb not null, metadata jsonb not null,
      recorded_at timestamptz not null default now(), unique (stream, revision))`)
  const store = await openPostgresEventStore({ url })
  const half = bench.seconds / 2
  const rates = await inTurn(bench, {
    baseline: () => rate(CALLERS, half, () => insertOne(pool)),
    ours: () => rate(CALLERS, half, () => appendOne(store)),
  })
  await store.close()
  await pool.end()
  const what = 'raw appends, 64 callers'
  return [compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 2.5 } })]
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
export const eventStoreDbAppends: Row = async (bench) => {
  const server = await startStandIn()
  const store = await openEventStoreDb({ url: server.url })
  const client = EventStoreDBClient.connectionString(server.url)
  const half = bench.seconds / 2
  try {
    const rates = await inTurn(bench, {
      baseline: () =>
        rate(CALLERS, half, async () => {
          const id = randomUUID()
          const event = jsonEvent({ ...noteEvent(id) })
          await client.appendToStream(`ecmr-${id}`, event, { expectedRevision: NO_STREAM })
        }),
      ours: () => rate(CALLERS, half, () => appendOne(store)),
    })
    const what = 'appends over gRPC, 64 callers'
    const remark = 'the server is the stand-in for EventStoreDB'
    return [compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 0.8 }, remark })]
  } finally {
    await store.close()
    await client.dispose()
    await server.stop()
  }
}
