import {
  assertLogLocation,
  type EventStore,
  type Followed,
  LogIsElsewhere,
  type NewEvent,
  START,
  sealEvent,
  verifyLog,
} from '@ecmr/event-store'
import fc from 'fast-check'
import type { PoolClient } from 'pg'
import t, { type Test } from 'tap'
import { eventStoreContract } from '../contract/event-store/contract.js'
import {
  eventsOf,
  followUntil,
  ids,
  logAfter,
  newEvent,
  newEvents,
  newStream,
} from '../contract/event-store/events.js'
import { until } from '../support/until.js'
import { type LogDatabase, logDatabase, newPostgresLog } from './support.js'

t.test('the event log in PostgreSQL keeps the contract', (t) => eventStoreContract(t, newPostgresLog))

t.test('the log cannot be changed by SQL', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  await store.append(stream, 'no_stream', newEvents(3))
  const before = await store.readStream(stream)

  const statements = [
    `update log.events set data = '{}'`,
    'update log.events set position = position + 10 where revision = 2',
    'delete from log.events',
    'delete from log.events where revision = 1',
    'truncate log.events',
    `insert into log.events (position, stream, revision, id, type, data, metadata, recorded_at)
       select position, stream, revision, id, 'Other', data, metadata, recorded_at from log.events
       on conflict (position) do update set type = excluded.type`,
  ]
  for (const statement of statements) await t.rejects(pool.query(statement), /append-only/, statement)

  await t.test('nor with triggers switched off for the session', async (t) => {
    const client = await pool.connect()
    await client.query('set session_replication_role = replica')
    await t.rejects(client.query(`update log.events set data = '{}'`), /append-only/)
    client.release(true)
  })
  t.strictSame(await store.readStream(stream), before)
})

t.test('an owner without superuser rights lacks the privilege to begin with', async (t) => {
  const { pool } = await logDatabase(t)
  const { rows } = await pool.query(
    `select privilege_type from information_schema.table_privileges
     where table_schema = 'log' and table_name = 'events' and grantee = current_user`,
  )
  const granted = rows.map((row) => row.privilege_type)
  t.ok(granted.includes('INSERT'))
  for (const refused of ['UPDATE', 'DELETE', 'TRUNCATE']) t.notOk(granted.includes(refused), refused)
})

/** Appends as another process does that has not committed yet. */
async function openAppend(t: Test, { pool }: LogDatabase, stream: string): Promise<PoolClient> {
  const client = await pool.connect()
  t.teardown(() => client.release(true))
  const { id, type, data, metadata } = newEvent()
  const { recorded_at, ...rest } = metadata
  const append = { n: 0, stream, expected: -1, size: 1 }
  const event = { n: 0, i: 1, id, type, data, metadata: rest, recorded_at }
  await client.query('begin')
  const turns = JSON.stringify([{ appends: [append], events: [event] }])
  await client.query('select * from log.append($1::jsonb)', [turns])
  return client
}

const countWaiting = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event = 'advisory'`

t.test('a reader never passes an append that has not committed yet', async (t) => {
  const database = await logDatabase(t)
  const [writer, store] = [await database.open(), await database.open()]
  const [before, during, after] = [newStream(), newStream(), newStream()]
  await writer.append(before, 'no_stream', [newEvent()])
  const stop = new AbortController()
  const streams: string[] = []
  const follower = (async () => {
    for await (const item of store.follow({ after: START, categories: ['ecmr'], signal: stop.signal })) {
      if (item.kind === 'event') streams.push(item.event.stream)
      if (streams.length === 3) stop.abort()
    }
  })()

  const slow = await openAppend(t, database, during)
  const behind = writer.append(after, 'no_stream', [newEvent()])
  await until(async () => (await database.pool.query(countWaiting)).rows[0]?.count === 1, 'the append behind')
  t.strictSame(
    (await store.readAll({ after: START, limit: 10 })).map((event) => event.stream),
    [before],
    'neither the open append nor the one behind it is visible',
  )
  await slow.query('commit')
  t.match(await behind, { ok: true })
  await follower
  t.strictSame(streams, [before, during, after])
})

t.test('an append that is rolled back leaves no hole', async (t) => {
  const database = await logDatabase(t)
  const store = await database.open()
  const slow = await openAppend(t, database, newStream())
  const behind = store.append(newStream(), 'no_stream', [newEvent()])
  await slow.query('rollback')
  t.match(await behind, { ok: true, position: '0000000000000001' })
})

t.test(
  'an append behind one that never ends fails within its time, and nothing of it is recorded',
  async (t) => {
    const database = await logDatabase(t)
    const store = await database.open({ timeoutMs: 2_000 })
    const slow = await openAppend(t, database, newStream())
    const appends = Array.from({ length: 5 }, () => store.append(newStream(), 'no_stream', [newEvent()]))
    for (const result of await Promise.allSettled(appends))
      t.match(result, { status: 'rejected', reason: { name: 'StoreUnavailable' } })
    await slow.query('rollback')
    t.equal(await store.head(), START)
    t.match(await store.append(newStream(), 'no_stream', [newEvent()]), { ok: true }, 'it works again')
  },
)

t.test('a long transaction elsewhere does not block others', async (t) => {
  const database = await logDatabase(t)
  const store = await database.open()
  const other = await database.pool.connect()
  t.teardown(() => other.release(true))
  await other.query('begin')
  await other.query('create table elsewhere (id bigint)')
  const event = newEvent()
  await store.append(newStream(), 'no_stream', [event])
  const isEnough = (items: readonly Followed[]): boolean => eventsOf(items).length === 1
  t.strictSame(ids(eventsOf(await followUntil(store, { after: START }, isEnough))), [event.id])
})

/** Appends some events to the end of a stream, chained to what is there, however often others are first. */
async function appendChained(store: EventStore, stream: string, count: number): Promise<void> {
  for (;;) {
    const last = (await store.readStream(stream)).at(-1)
    const revision = last?.revision ?? -1
    const events: NewEvent[] = []
    for (let n = 1; n <= count; n++) {
      const prev_hash = events.at(-1)?.metadata.hash ?? last?.metadata.hash ?? null
      const event = newEvent()
      events.push(sealEvent(stream, revision + n, { ...event, metadata: { ...event.metadata, prev_hash } }))
    }
    const result = await store.append(stream, last?.revision ?? 'no_stream', events)
    if (result.ok) return
  }
}

const appends = fc.array(
  fc.record({ adapter: fc.nat(1), stream: fc.nat(3), count: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 1, maxLength: 20 },
)

t.test('however two processes interleave, positions have no holes and every chain holds', async (t) => {
  const { open } = await logDatabase(t)
  const stores = [await open(), await open()] as const
  let total = 0
  await fc.assert(
    fc.asyncProperty(appends, async (plan) => {
      const streams = Array.from({ length: 4 }, () => newStream())
      await Promise.all(
        plan.map(({ adapter, stream, count }) =>
          appendChained(stores[adapter === 0 ? 0 : 1], streams[stream] ?? '', count),
        ),
      )
      total += plan.reduce((sum, { count }) => sum + count, 0)
    }),
    { numRuns: 12 },
  )
  const positions = (await logAfter(stores[0], START)).map((event) => Number(event.position))
  t.strictSame(
    positions,
    Array.from({ length: total }, (_, n) => n + 1),
  )
  t.match(await verifyLog({ store: stores[1] }), { ok: true, events: total, broken: [] })
})

t.test('the first process decides which store keeps the log', async (t) => {
  const { pool } = await logDatabase(t)
  await Promise.all(Array.from({ length: 4 }, () => assertLogLocation(pool, 'eventstoredb')))
  await t.rejects(assertLogLocation(pool, 'postgres'), {
    name: 'LogIsElsewhere',
    message: /is kept in eventstoredb, but EVENT_STORE names postgres; "ecmr store migrate"/,
  })
  await assertLogLocation(pool, 'eventstoredb')
})

t.test('a log that is in PostgreSQL already stays there until it is moved', async (t) => {
  const { pool, open } = await logDatabase(t)
  await (await open()).append('ecmr-1', 'no_stream', [newEvent()])
  await t.rejects(assertLogLocation(pool, 'eventstoredb'), LogIsElsewhere)
  await assertLogLocation(pool, 'postgres')
})
