import { type Followed, START } from '@ecmr/event-store'
import type { PoolClient } from 'pg'
import t, { type Test } from 'tap'
import { eventsOf, followUntil, ids, newEvent, newStream } from '../contract/event-store/events.js'
import { type LogDatabase, logDatabase } from './support.js'

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

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

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
  await until(async () => (await database.pool.query(countWaiting)).rows[0]?.count === 1)
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
    const store = await database.open({ timeoutMs: 300 })
    const slow = await openAppend(t, database, newStream())
    const began = performance.now()
    const appends = Array.from({ length: 5 }, () => store.append(newStream(), 'no_stream', [newEvent()]))
    for (const result of await Promise.allSettled(appends))
      t.match(result, { status: 'rejected', reason: { name: 'StoreUnavailable' } })
    t.ok(performance.now() - began < 3_000)
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
