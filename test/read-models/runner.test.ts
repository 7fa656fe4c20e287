import type { EventStore, Followed } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { parkedEvents, runProjection, runProjections } from '@ecmr/projections'
import {
  companyChanges,
  historyProjection,
  listNotes,
  listProjection,
  projections,
  trackingProjection,
  trackNote,
} from '@ecmr/read-models'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { acme } from './notes.js'
import {
  equalsReplay,
  interpreting,
  metrics,
  runningScene,
  type Scene,
  scene,
  someNotes,
  statusOf,
  until,
} from './running.js'

const names = projections.map(({ name }) => name)
const allButList = projections.filter(({ name }) => name !== 'list')
const ofNotes = projections.filter(({ categories }) => categories.includes('ecmr'))

t.test('a runner that is stopped between batches loses nothing and repeats nothing', async (t) => {
  const at = await scene(t)
  for (let round = 0; round < 4; round++) {
    const before = await positionOf(at, 'history')
    await someNotes(at, 150)
    const runner = at.run()
    await until(async () => (await positionOf(at, 'history')) > before)
    runner.abort()
  }
  at.run()
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('a transaction that fails before its commit is done again, whole', async (t) => {
  const at = await scene(t)
  let calls = 0
  const shaky: typeof listProjection = {
    ...listProjection,
    followUp: () => async () => {
      if (++calls % 2 === 1) throw new Error('the connection broke')
    },
  }
  at.run([shaky, ...allButList])
  await someNotes(at, 3)
  await at.caughtUp()
  t.ok(calls > 1)
  await equalsReplay(t, at)
})

t.test('of two runners at once, without the leader’s lock, each event is still applied once', async (t) => {
  const at = await scene(t)
  // Advisory locks belong to a database: with another one for the lock both believe that they lead.
  const elsewhere = await testDatabase(t)
  at.run()
  at.run(projections, elsewhere)
  await someNotes(at, 300)
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('another process takes over after the leader’s death', async (t) => {
  const at = await scene(t)
  at.run([listProjection])
  await someNotes(at, 1)
  await at.caughtUp(['list'])
  at.run([listProjection])
  await at.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader projection list'`,
  )
  await someNotes(at, 1)
  await at.caughtUp(['list'])
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 2)
})

t.test('a runner begins again by itself after the database went away', async (t) => {
  const at = await runningScene(t)
  await someNotes(at, 2)
  await at.caughtUp()
  await at.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => undefined)
  await someNotes(at, 2)
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('an unknown event type is skipped and counted, and stands in the history', async (t) => {
  const at = await scene(t)
  const skipped: string[] = []
  const stop = new AbortController()
  const ended = runProjection({
    ...at,
    projection: listProjection,
    signal: stop.signal,
    metrics: { ...metrics, skipped: (projection, type) => skipped.push(`${projection} ${type}`) },
  })
  at.run([historyProjection])
  const note = await at.writer.create()
  await at.writer.sendRaw(note, 'TransferredToTheMoon', { by: 'rocket' })
  await at.caughtUp(['list', 'history'])
  stop.abort()
  await ended
  t.same(skipped, ['list TransferredToTheMoon'])
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).items[0]?.version, 1)
  const { entries: feed } = await companyChanges(at.pool, acme, { after: '', limit: 10 })
  t.match(feed[1], { type: 'TransferredToTheMoon', version: 2, data: { by: 'rocket' } })
})

t.test('a projection passes events of other categories, so that waiting for the head ends', async (t) => {
  const { store, caughtUp, writer } = await runningScene(t)
  await writer.create()
  const [event] = await store.readAll({ after: '', limit: 1 })
  if (event) await store.append('company-1', 'no_stream', [{ ...event, id: acme, type: 'CompanyRegistered' }])
  await caughtUp()
  t.pass('all projections stand at the head')
})

t.test('the status tells lag and state', async (t) => {
  const at = await scene(t)
  await someNotes(at, 2)
  const head = await at.store.head()
  const stopped = await statusOf(at)
  t.same(
    stopped.map(({ name }) => name),
    names,
  )
  t.match(stopped[0], { position: '', head, lag_events: Number(head), parked: 0, state: 'stopped' })
  t.ok((stopped[0]?.lag_ms ?? 0) > 0)
  at.run()
  await at.caughtUp()
  for (const status of await statusOf(at)) {
    t.match(status, { position: head, head, lag_events: 0, lag_ms: 0, state: 'up_to_date' })
  }
})

async function positionOf({ pool, store }: Scene, name: string): Promise<string> {
  const all = await statusOf({ pool, store })
  return all.find((status) => status.name === name)?.position ?? ''
}

/** A log that counts what is read of it. */
class CountingStore extends MemoryEventStore {
  events = 0

  override async *follow(options: Parameters<EventStore['follow']>[0]): AsyncGenerator<Followed> {
    for await (const item of super.follow(options)) {
      if (item.kind === 'event') this.events++
      yield item
    }
  }
}

/** Waits until a new event is read once for all. One that starts later reads by itself until it has come up. */
async function readTogether(at: Scene, store: CountingStore): Promise<void> {
  await until(async () => {
    const before = store.events
    await at.writer.create()
    await at.caughtUp()
    return store.events === before + 1
  })
}

t.test('the projections of a process read the log once', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  at.run()
  await readTogether(at, store)
  const before = store.events
  for (let i = 0; i < 300; i++) await at.writer.create()
  await at.caughtUp()
  t.equal(store.events - before, 300)
  await equalsReplay(t, at)
})

t.test('one that begins far behind comes up to the others and then reads with them', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  const first = at.run(allButList)
  for (let i = 0; i < 300; i++) await at.writer.create()
  await at.caughtUp(allButList.map(({ name }) => name))
  first.abort()
  at.run()
  await readTogether(at, store)
  const before = store.events
  for (let i = 0; i < 50; i++) await at.writer.create()
  await at.caughtUp()
  t.equal(store.events - before, 50)
  await equalsReplay(t, at)
})

t.test('one that stands still does not hold up the others', async (t) => {
  const at = await scene(t)
  let release = (): void => undefined
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  const stuck: typeof listProjection = {
    ...listProjection,
    followUp: () => () => blocked,
  }
  const stop = new AbortController()
  const ended = runProjections({ ...at, projections: [stuck, ...allButList], signal: stop.signal })
  // More than the others would let it fall behind.
  for (let i = 0; i < 4_000; i++) await at.writer.create()
  await at.caughtUp(allButList.map(({ name }) => name))
  t.equal((await statusOf(at))[0]?.position, '', 'it has not moved')
  release()
  await at.caughtUp()
  stop.abort()
  await ended
  await equalsReplay(t, at)
})

/** Runs work beside projections that end before the scene does. */
async function running(
  at: Scene,
  options: Partial<Parameters<typeof runProjections>[0]>,
  work: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const ended = runProjections({ projections, ...at, ...options, signal: stop.signal })
  try {
    await work()
  } finally {
    stop.abort()
    await ended
  }
}

t.test('batches of large events hold some megabytes, whichever side is slow', async (t) => {
  const at = await scene(t)
  const text = 'x'.repeat(900_000)
  // Of a type that only the history reads: it must not block other projections.
  for (let n = 0; n < 20; n++) await at.writer.sendRaw(await at.writer.create(), 'PictureTaken', { text })
  const batches: number[] = []
  await running(at, { metrics: { ...metrics, batch: (_projection, events) => batches.push(events) } }, () =>
    at.caughtUp(),
  )
  t.ok(Math.max(...batches) <= 10, `${Math.max(...batches)} events at once, half of them large`)
  t.equal(
    batches.reduce((sum, events) => sum + events, 0),
    ofNotes.length * 40,
  )
  await equalsReplay(t, at)
})

t.test('a batch that takes too long to write is written in halves, counted and reported', async (t) => {
  const at = await scene(t)
  for (let n = 0; n < 20; n++) await at.writer.create()
  const pool = openPool({ url: at.url, max: 4, name: 'impatient', timeoutMs: 500 })
  t.teardown(() => pool.end())
  const slow: typeof listProjection = {
    ...listProjection,
    followUp: (changes) => async (db) => {
      if (changes.length > 5) await db.query('select pg_sleep(60)')
    },
  }
  const halved: string[] = []
  const lines: string[] = []
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (_fields: object, line: string) => lines.push(line),
  }
  await running(
    at,
    {
      projections: [slow, ...allButList],
      pool,
      log,
      metrics: { ...metrics, halved: (name) => halved.push(name) },
    },
    () => at.caughtUp(),
  )
  t.strictSame(new Set(halved), new Set(['list']))
  t.ok(lines.includes('a batch takes too long to write; written in halves'))
  await equalsReplay(t, at)
})

t.test('an event that cannot be applied parks its stream, and all others flow on', async (t) => {
  const at = await scene(t)
  const { writer, pool, store } = at
  at.run()
  const [good, bad] = [await writer.create(), await writer.create()]
  await writer.sendRaw(bad, 'EcmrEdited', { changes: 'none' })
  await writer.sendRaw(bad, 'EcmrCancelled', { reason: 'Wrong' })
  await writer.send(good.id, [{ type: 'change_status', to: 'assigned' }])
  await at.caughtUp()

  const parked = await parkedEvents.list(pool, projections)
  const malformed = { stream: bad.stream, type: 'EcmrEdited', error: /EcmrEdited is malformed/, held: 2 }
  t.match(
    parked,
    interpreting.map((projection) => ({ projection, ...malformed })),
  )
  t.match(await trackNote(pool, good.number), { status: 'assigned' })
  t.match(await trackNote(pool, bad.number), { cancelled: false }, 'as it was before the poison')
  t.same(
    (await statusOf({ pool, store })).map((status) => status.parked),
    names.map((name) => (interpreting.includes(name) ? 1 : 0)),
  )

  const again = await parkedEvents.retry(pool, store, listProjection, bad.stream)
  t.match(again, { applied: 0, error: /malformed/ }, 'it is still not good')
  t.same(await parkedEvents.skip(pool, store, listProjection, bad.stream), { applied: 1, error: null })
  t.match((await listNotes(pool, acme, { limit: 5, includeCancelled: true, search: bad.number })).items, [
    { cancel_reason: 'Wrong' },
  ])
  t.same(
    (await parkedEvents.list(pool, projections)).map(({ projection }) => projection),
    interpreting.filter((name) => name !== 'list'),
  )
  await writer.sendRaw(bad, 'ReservationRecorded', { reservation_id: bad.id, by: 'carrier', grounds: 'Wet' })
  await at.caughtUp()
  t.equal((await parkedEvents.list(pool, projections))[0]?.held, 3, 'a parked stream’s later events are held')
  const list = await listNotes(pool, acme, { limit: 5, includeCancelled: true, search: bad.number })
  t.equal(list.items[0]?.version, 4, 'one that is parked no longer flows again')
})

t.test('a row that the database refuses parks its stream, until a retry after the fix', async (t) => {
  const at = await scene(t)
  const { writer, pool, store } = at
  const first = await writer.create()
  const others = [await writer.create(), await writer.create()]
  const second = await writer.create({ number: first.number })
  await writer.send(second.id, [{ type: 'change_status', to: 'assigned' }])
  for (const { id } of others) await writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  at.run()
  await at.caughtUp()

  t.match(await parkedEvents.list(pool, projections), [
    { projection: 'list', stream: second.stream, type: 'EcmrCreated', error: /duplicate key/, held: 2 },
    { projection: 'tracking', stream: second.stream, held: 2 },
  ])
  t.equal((await listNotes(pool, acme, { limit: 5 })).total, 3)
  t.equal((await listNotes(pool, acme, { limit: 5, status: 'assigned' })).total, 2)
  t.match(await trackNote(pool, first.number), { status: 'draft' }, 'the first note keeps its number')
  await equalsReplay(t, at)

  t.match(await parkedEvents.retry(pool, store, trackingProjection, second.stream), {
    applied: 0,
    error: /duplicate key/,
  })
  await pool.query('delete from rm_tracking.shipments where ecmr_number = $1', [first.number])
  t.same(await parkedEvents.retry(pool, store, trackingProjection, second.stream), {
    applied: 2,
    error: null,
  })
  t.match(await trackNote(pool, first.number), { status: 'assigned' })
  t.same(
    (await parkedEvents.list(pool, projections)).map(({ projection }) => projection),
    ['list'],
  )
})

t.test('text that the database cannot hold parks its stream only', async (t) => {
  const at = await scene(t)
  const bad = await at.writer.create()
  await at.writer.sendRaw(bad, 'EcmrEdited', {
    changes: [{ field: 'sender_city', old: 'Cádiz', new: 'Je\u0000rez' }],
  })
  const good = await at.writer.create()
  at.run()
  await at.caughtUp()
  const parked = await parkedEvents.list(at.pool, projections)
  t.same(
    parked.map(({ projection, stream, held }) => [projection, stream, held]),
    ['history', 'list', 'tracking'].map((projection) => [projection, bad.stream, 1]),
  )
  t.ok(await trackNote(at.pool, good.number))
  t.equal((await companyChanges(at.pool, acme, { after: '', limit: 10 })).entries.length, 2)
})

t.test('retrying what is not parked does nothing', async (t) => {
  const { pool, store } = await scene(t)
  t.same(await parkedEvents.retry(pool, store, listProjection, 'ecmr-none'), { applied: 0, error: null })
})
