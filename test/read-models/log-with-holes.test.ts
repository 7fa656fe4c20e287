import { NO_POSITION } from '@ecmr/event-store'
import { projectionStatus, rebuildProjections, verifyProjections } from '@ecmr/projections'
import { companyChanges, expectedEvents, projections } from '@ecmr/read-models'
import t from 'tap'
import { MemoryEventStore, WITH_HOLES } from '../support/memory-event-store.js'
import { acme } from './notes.js'
import { equalsReplay, type Scene, scene, someNotes, statusOf, until } from './running.js'

const names = projections.map(({ name }) => name)
const everywhere = (count: number) => names.map(() => count)

/** A log with holes that counts what is read of it. */
class CountingStore extends MemoryEventStore {
  read = 0

  constructor() {
    super(WITH_HOLES)
  }

  override async readAll(range: Parameters<MemoryEventStore['readAll']>[0]) {
    const page = await super.readAll(range)
    this.read += page.length
    return page
  }
}

const withHoles = (t: Parameters<typeof scene>[0]): Promise<Scene> =>
  scene(t, async () => new MemoryEventStore(WITH_HOLES))

t.test(
  'over a log with holes, read models are what a fresh replay makes, and rebuilds lose nothing',
  async (t) => {
    const at = await withHoles(t)
    at.run()
    await someNotes(at, 150)
    await at.caughtUp()
    await equalsReplay(t, at)
    const rebuilt = new AbortController()
    const writing = (async () => {
      while (!rebuilt.signal.aborted) {
        await someNotes(at, 1)
        await at.caughtUp()
      }
    })()
    const totals = new Set<number | undefined>()
    const report = await rebuildProjections({
      ...at,
      projections,
      eventsTotal: await expectedEvents(at.pool, at.store),
      onProgress: ({ eventsTotal }) => totals.add(eventsTotal),
    })
    rebuilt.abort()
    await writing
    await at.caughtUp()
    await equalsReplay(t, at)
    t.ok(report.events >= 300)
    t.notOk(totals.has(undefined), 'the history tells about how many events there are')
  },
)

t.test('the feed of a company goes on from any entry', async (t) => {
  const at = await withHoles(t)
  at.run()
  await someNotes(at, 10)
  await at.caughtUp()
  const { entries: all } = await companyChanges(at.pool, acme, { after: '', limit: 100 })
  for (const [place, { position }] of all.entries()) {
    const { entries } = await companyChanges(at.pool, acme, { after: position, limit: 100 })
    t.strictSame(entries, all.slice(place + 1))
  }
})

t.test('how far a projection lags is counted once, however often one asks', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  const lag = async () =>
    (await projectionStatus(at.pool, store, projections)).map(({ lag_events }) => lag_events)
  t.strictSame(await lag(), everywhere(0))
  t.equal(await expectedEvents(at.pool, store), 0)
  await someNotes(at, 700)
  t.equal(await expectedEvents(at.pool, store), undefined, 'not known yet')
  const events = (await store.readAll({ after: '', limit: 10_000 })).length
  t.strictSame(await lag(), everywhere(events))
  const before = store.read
  for (let i = 0; i < 10; i++) await lag()
  t.equal(store.read - before, 10 * names.length, 'the oldest event, for its age, and no other')

  await someNotes(at, 1)
  const after = (await lag())[0] ?? 0
  t.ok(after > events)
  const runner = at.run()
  await at.caughtUp()
  runner.abort()
  t.strictSame(await lag(), everywhere(0))
  await someNotes(at, 2)
  t.ok(
    (await lag()).every((count) => count > 0),
    'and counted on from there',
  )
})

t.test('more than 10,000 events are 10,000', async (t) => {
  const store = new CountingStore()
  const at = await scene(t, async () => store)
  const metadata = { ...(await firstOf(at)), $correlationId: 'x' }
  for (let i = 0; i < 11; i++) {
    const batch = Array.from({ length: 1_000 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(i * 1_000 + n).padStart(12, '0')}`,
      type: 'Something',
      data: {},
      metadata,
    }))
    await store.append(`company-${i}`, 'no_stream', batch)
  }
  const [list] = await projectionStatus(at.pool, store, projections)
  t.equal(list?.lag_events, 10_000)
  const before = store.read
  await projectionStatus(at.pool, store, projections)
  t.equal(store.read - before, names.length)
})

async function firstOf(at: Scene) {
  await someNotes(at, 1)
  const [event] = await at.store.readAll({ after: '', limit: 1 })
  if (!event) throw new Error('nothing was written')
  return event.metadata
}

t.test('a stored place that is none is the start: read models come up to date by themselves', async (t) => {
  const at = await withHoles(t)
  await someNotes(at, 5)
  const { length: lag_events } = await at.store.readAll({ after: '', limit: 1_000 })
  await at.pool.query('update projections.checkpoints set position = $1', [NO_POSITION])
  for (const status of await statusOf(at))
    t.match(status, { position: '', problem: null, state: 'stopped', lag_events })
  t.match(
    await verifyProjections({ ...at, projections }),
    { ok: true, rows: 0 },
    'as of the start there are none',
  )
  at.run()
  await someNotes(at, 5)
  await at.caughtUp()
  await equalsReplay(t, at)
  for (const status of await statusOf(at))
    t.match(status, { position: await at.store.head(), state: 'up_to_date' })
})

t.test('a rebuild over read models whose stored place is none is exchanged for them', async (t) => {
  const at = await withHoles(t)
  await someNotes(at, 5)
  await at.pool.query('update projections.checkpoints set position = $1', [NO_POSITION])
  await rebuildProjections({ ...at, projections })
  await equalsReplay(t, at)
  for (const { position } of await statusOf(at)) t.equal(position, await at.store.head())
})

t.test(
  'read models of the log in another store stand still, say so, and are made anew by a rebuild',
  async (t) => {
    const at = await withHoles(t)
    await someNotes(at, 5)
    // As the log in PostgreSQL left them; its places are smaller, or greater, than those of the other store.
    const places = names.map((_, i) => (i % 2 ? '9999999999999999' : '0000000000000007'))
    for (const [i, name] of names.entries()) {
      await at.pool.query('update projections.checkpoints set position = $1 where name = $2', [
        places[i],
        name,
      ])
    }
    at.run()
    const problem = /was made from the log in another store .*; run "ecmr projections rebuild all"/
    await until(async () => (await statusOf(at)).every(({ state }) => state === 'stopped'))
    for (const status of await statusOf(at)) {
      t.match(status, { problem, position: places[names.indexOf(status.name)] })
      t.ok(status.lag_events >= 10 && status.lag_ms > 0, 'it has seen nothing of this log')
    }
    await t.rejects(verifyProjections({ ...at, projections }), problem)
    t.equal(
      (await companyChanges(at.pool, acme, { after: '', limit: 1 })).entries.length,
      0,
      'nothing was written',
    )

    await rebuildProjections({ ...at, projections })
    await someNotes(at, 5)
    await at.caughtUp()
    await equalsReplay(t, at)
    for (const { problem, state } of await statusOf(at)) {
      t.equal(problem, null)
      t.equal(state, 'up_to_date')
    }
  },
)
