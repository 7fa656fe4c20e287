import { createServer, type Socket } from 'node:net'
import { openPostgresEventStore, START } from '@ecmr/event-store'
import { setConnectMs } from '@ecmr/postgres/testing'
import t from 'tap'
import { eventsOf, followUntil, ids, newEvent, newEvents, newStream } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

const terminate = (what: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${what}`

t.test('one append that PostgreSQL refuses fails alone, with its reason', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  const good = newEvent()
  // JavaScript has a year 0, PostgreSQL has not.
  const bad = newEvent({ metadata: { ...good.metadata, recorded_at: '0000-01-01T00:00:00.000Z' } })
  const stream = newStream()
  const results = await Promise.allSettled([
    store.append(newStream(), 'no_stream', [good]),
    store.append(newStream(), 'no_stream', [bad]),
    store.append(stream, 'no_stream', newEvents(2)),
    store.append(stream, 1, [newEvent()]),
    store.append(stream, 1, [newEvent()]),
  ])
  t.match(results, [
    { status: 'fulfilled', value: { ok: true, position: '0000000000000001' } },
    { status: 'rejected', reason: { name: 'EventNotStorable', message: /date\/time/ } },
    { status: 'fulfilled', value: { ok: true, revision: 1 } },
    { status: 'fulfilled', value: { ok: true, revision: 2 } },
    { status: 'fulfilled', value: { ok: false, actual: 2 } },
  ])
  t.equal(await store.head(), '0000000000000004')
})

t.test('an event id that its stream holds already is refused', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  const [first, second] = [newEvent(), newEvent()]
  await store.append(stream, 'no_stream', [first, second])
  await t.rejects(store.append(stream, 1, [second]), { name: 'EventNotStorable', message: /duplicate/ })
})

t.test('where nothing listens, everything says that the store is unavailable', async (t) => {
  const store = await openPostgresEventStore({ url: 'postgres://postgres@127.0.0.1:1/none' })
  t.teardown(() => store.close())
  const unavailable = { name: 'StoreUnavailable', message: /ECONNREFUSED/ }
  await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]), unavailable)
  await t.rejects(store.readStream(newStream()), unavailable)
  await t.rejects(store.readAll({ after: START, limit: 1 }), unavailable)
  await t.rejects(store.head(), unavailable)
})

t.test('a server that accepts and never answers is given up within the time', async (t) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  setConnectMs(500)
  t.teardown(() => setConnectMs(60_000))
  const store = await openPostgresEventStore({
    url: `postgres://postgres@127.0.0.1:${port}/none`,
    timeoutMs: 200,
  })
  t.teardown(() => store.close())
  await t.rejects(store.append(newStream(), 'no_stream', [newEvent()]), { name: 'StoreUnavailable' })
  await t.rejects(store.head(), { name: 'StoreUnavailable' })
})

t.test(
  'a connection lost during an append leaves its outcome unknown, and the repeat finds out',
  async (t) => {
    const { pool, open } = await logDatabase(t)
    const store = await open()
    const blocker = await pool.connect()
    await blocker.query(`select pg_advisory_lock(hashtextextended('ecmr:log', 0))`)
    const stream = newStream()
    const events = newEvents(2)
    const lost = t.rejects(store.append(stream, 'no_stream', events), { name: 'OutcomeUnknown' })
    for (let ended = 0; ended === 0; )
      ended = (await pool.query(terminate(`wait_event = 'advisory'`))).rowCount ?? 0
    await lost
    await blocker.query(`select pg_advisory_unlock(hashtextextended('ecmr:log', 0))`)
    blocker.release()
    t.match(await store.append(stream, 'no_stream', events), { ok: true, revision: 1 })
    t.strictSame(ids(await store.readStream(stream)), ids(events))
  },
)

t.test('appends, reads and a follower go on after all connections are cut, again and again', async (t) => {
  const { pool, open } = await logDatabase(t)
  const [writer, store] = [await open(), await open()]
  const events = newEvents(30)
  const stream = newStream()
  const appendAll = (async () => {
    for (const [n, event] of events.entries()) {
      for (let isRecorded = false; !isRecorded; ) {
        const result = await writer
          .append(stream, n === 0 ? 'no_stream' : n - 1, [event])
          .catch(() => undefined)
        isRecorded = result?.ok === true
      }
      if (n % 10 === 5) await pool.query(terminate(`application_name like 'event log%'`))
    }
  })()
  const items = await followUntil(store, { after: START }, (all) => eventsOf(all).length === events.length)
  await appendAll
  t.strictSame(ids(eventsOf(items)), ids(events))
  t.strictSame(ids(await store.readStream(stream)), ids(events))
})

t.test('a follower finds new events without announcements', async (t) => {
  const { pool, open } = await logDatabase(t)
  const [writer, store] = [await open(), await open()]
  let appended: Promise<unknown> | undefined
  const items = await followUntil(
    store,
    { after: START },
    (all) => eventsOf(all).length === 1,
    () => {
      appended ??= pool
        .query(terminate(`application_name = 'event log listener'`))
        .then(() => writer.append(newStream(), 'no_stream', [newEvent()]))
    },
  )
  await appended
  t.equal(eventsOf(items).length, 1)
})
