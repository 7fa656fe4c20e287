import { projectionStatus, runProjection } from '@ecmr/projections'
import {
  companyChanges,
  historyProjection,
  listNotes,
  listProjection,
  projections,
  trackingProjection,
} from '@ecmr/read-models'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { acme, type Writer } from './notes.js'
import { equalsReplay, type Scene, scene, until } from './running.js'

async function someNotes(writer: Writer, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { id } = await writer.create({ fields: { reference: `PO-${i}` } })
    await writer.send(id, [{ type: 'change_status', to: 'in_transit' }])
  }
}

t.test('a runner that is stopped between batches loses nothing and repeats nothing', async (t) => {
  const at = await scene(t)
  for (let round = 0; round < 4; round++) {
    const before = await positionOf(at, 'history')
    await someNotes(at.writer, 150)
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
    async store(db, schema, changes) {
      await listProjection.store(db, schema, changes)
      if (++calls % 2 === 1) throw new Error('the connection broke')
    },
  }
  at.run([shaky, trackingProjection, historyProjection])
  await someNotes(at.writer, 3)
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
  await someNotes(at.writer, 300)
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('another process takes over within 5 s of the leader’s death', async (t) => {
  const at = await scene(t)
  at.run([listProjection])
  await someNotes(at.writer, 1)
  await at.caughtUp(['list'])
  at.run([listProjection])
  await at.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader projection list'`,
  )
  await someNotes(at.writer, 1)
  const died = Date.now()
  await at.caughtUp(['list'])
  t.ok(Date.now() - died < 5_000)
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 2)
})

t.test('a runner begins again by itself after the database went away', async (t) => {
  const at = await scene(t)
  at.run()
  await someNotes(at.writer, 2)
  await at.caughtUp()
  await at.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => undefined)
  await someNotes(at.writer, 2)
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
    metrics: {
      batch() {},
      parked() {},
      diverged() {},
      halved() {},
      failed() {},
      lag() {},
      skipped: (projection, type) => skipped.push(`${projection} ${type}`),
    },
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
  const { store, run, caughtUp, writer } = await scene(t)
  run()
  await writer.create()
  const [event] = await store.readAll({ after: '', limit: 1 })
  if (event) await store.append('company-1', 'no_stream', [{ ...event, id: acme, type: 'CompanyRegistered' }])
  await caughtUp()
  t.pass('all projections stand at the head')
})

t.test('the status tells lag and state', async (t) => {
  const at = await scene(t)
  await someNotes(at.writer, 2)
  const head = await at.store.head()
  const stopped = await projectionStatus(at.pool, at.store, projections)
  t.same(
    stopped.map(({ name }) => name),
    ['list', 'tracking', 'history'],
  )
  t.match(stopped[0], { position: '', head, lag_events: Number(head), parked: 0, state: 'stopped' })
  t.ok((stopped[0]?.lag_ms ?? 0) > 0)
  at.run()
  await at.caughtUp()
  for (const status of await projectionStatus(at.pool, at.store, projections)) {
    t.match(status, { position: head, head, lag_events: 0, lag_ms: 0, state: 'up_to_date' })
  }
})

async function positionOf({ pool, store }: Scene, name: string): Promise<string> {
  const all = await projectionStatus(pool, store, projections)
  return all.find((status) => status.name === name)?.position ?? ''
}
