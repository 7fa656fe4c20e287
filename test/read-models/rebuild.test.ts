import { limitRole, openPool } from '@ecmr/postgres'
import { dropOld, type RebuildOptions, rebuildProjections, verifyProjections } from '@ecmr/projections'
import {
  expectedEvents,
  listNotes,
  listProjection,
  projections,
  readingRights,
  trackingProjection,
  trackNote,
} from '@ecmr/read-models'
import t from 'tap'
import { rolesGround } from '../postgres/roles.js'
import { acme, type Writer } from './notes.js'
import { equalsReplay, interpreting, type Scene, scene, statusOf } from './running.js'

const names = projections.map(({ name }) => name)

const options = ({ pool, url, store }: Scene): RebuildOptions => ({ pool, url, store, projections })

async function write(writer: Writer, count: number): Promise<void> {
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await writer.create({ fields: { reference: `A\tB\\C\n${i}` } })).id)
  // Each note's events lie far apart in the log.
  for (const id of ids) await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez' } }])
  for (const id of ids) await writer.send(id, [{ type: 'change_status', to: 'in_transit' }])
}

t.test('a rebuild makes the same rows, and keeps the old ones until they are dropped', async (t) => {
  const at = await scene(t)
  await write(at.writer, 200)
  at.run()
  await at.caughtUp()
  const before = await listNotes(at.pool, acme, { limit: 100 })
  await at.pool.query(
    `update rm_list.notes set status = 'wrong'; delete from rm_history.events where revision = 1`,
  )

  const phases: string[] = []
  let done = 0
  const report = await rebuildProjections({
    ...options(at),
    eventsTotal: await expectedEvents(at.pool, at.store),
    parallel: 3,
    onProgress: ({ phase, eventsDone, eventsTotal }) => {
      if (phases.at(-1) !== phase) phases.push(phase)
      t.ok(eventsDone >= done && eventsDone <= (eventsTotal ?? 0))
      done = eventsDone
    },
  })
  const events = (await at.store.readAll({ after: '', limit: 10_000 })).length
  t.match(report, { names, events, parked: 0 })
  t.same(phases.slice(0, 4), ['load', 'index', 'catch_up', 'swap'])
  t.equal(phases.at(-1), 'done')

  t.same(await listNotes(at.pool, acme, { limit: 100 }), before)
  await equalsReplay(t, at)
  const kept = await at.pool.query(`select count(*) as count from rm_list_old.notes where status = 'wrong'`)
  t.equal(kept.rows[0]?.count, 200)
  await dropOld(at.pool, names)
  t.same((await at.pool.query(`select from pg_namespace where nspname like 'rm\\_%\\_%'`)).rows, [])

  const { id } = await at.writer.create()
  await at.caughtUp()
  t.equal(
    (await listNotes(at.pool, acme, { limit: 1 })).items[0]?.id,
    id,
    'the runner goes on with the new tables',
  )
  await rebuildProjections(options(at))
  await equalsReplay(t, at)
})

t.test(
  'while events keep arriving, a rebuild loses none and queries are answered all the time',
  async (t) => {
    const at = await scene(t)
    await write(at.writer, 100)
    at.run()
    await at.caughtUp()
    let rebuilt = false
    const rebuilding = (async () => {
      for (let i = 0; i < 3; i++) await rebuildProjections(options(at))
      rebuilt = true
    })()
    let seen = 0
    const writing = (async () => {
      while (!rebuilt) {
        const { id, number } = await at.writer.create()
        await at.writer.send(id, [{ type: 'change_status', to: 'assigned' }])
        await at.caughtUp()
        const { total, items } = await listNotes(at.pool, acme, { limit: 1 })
        if (total <= seen || items[0]?.id !== id) t.fail('a note that was there is gone')
        if ((await trackNote(at.pool, number))?.status !== 'assigned') t.fail('tracking is behind')
        seen = total
      }
    })()
    await Promise.all([rebuilding, writing])
    await at.caughtUp()
    t.ok(seen > 101, 'notes were written meanwhile')
    await equalsReplay(t, at)
  },
)

t.test('a rebuild that is killed changes nothing, and can simply be started again', async (t) => {
  const at = await scene(t)
  await write(at.writer, 100)
  at.run()
  await at.caughtUp()
  const killed = rebuildProjections({
    ...options(at),
    onProgress: ({ phase }) => {
      if (phase === 'index') throw new Error('killed')
    },
  })
  await t.rejects(killed, /killed/)
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 100)

  // What kill -9 leaves: tables half filled, a checkpoint, parked events.
  await at.pool.query(`create schema rm_list_next; create table rm_list_next.notes (id int);
    insert into projections.checkpoints (name, position) values ('list_next', '0000000000000007');
    insert into projections.parked (projection, stream, position, revision, type) values ('list_next', 'ecmr-x', '7', 0, 'X')`)
  await rebuildProjections(options(at))
  await equalsReplay(t, at)
  t.same((await statusOf(at))[0]?.parked, 0)
})

t.test('a rebuild stops when its signal aborts, and leaves nothing behind', async (t) => {
  const at = await scene(t)
  await write(at.writer, 20)
  const stop = new AbortController()
  await t.rejects(
    rebuildProjections({ ...options(at), signal: stop.signal, onProgress: () => stop.abort() }),
    {
      name: 'AbortError',
    },
  )
  t.same((await at.pool.query(`select from pg_namespace where nspname like '%next'`)).rows, [])
})

t.test('a dry run builds everything and changes nothing', async (t) => {
  const at = await scene(t)
  await write(at.writer, 20)
  const report = await rebuildProjections({ ...options(at), dryRun: true })
  t.equal(report.events, 80)
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 0)
  t.same((await at.pool.query(`select from pg_namespace where nspname like 'rm\\_%\\_%'`)).rows, [])
})

t.test('a projection is rebuilt by one at a time, and its status says so', async (t) => {
  const at = await scene(t)
  await at.writer.create()
  const { store } = at
  const ownHead = store.head
  let state: string | undefined
  // The log is what the rebuild asks for once it has claimed its projections.
  const head = async (): Promise<string> => {
    Object.assign(store, { head: ownHead })
    await t.rejects(
      rebuildProjections({ ...options(at), projections: [trackingProjection, listProjection] }),
      /already/,
    )
    state = (await statusOf(at))[0]?.state
    return store.head()
  }
  Object.assign(store, { head })
  await rebuildProjections({ ...options(at), projections: [listProjection] })
  t.equal(state, 'rebuilding')
})

t.test('a rebuild parks what cannot be applied, as the runner does', async (t) => {
  const at = await scene(t)
  const bad = await at.writer.create()
  await at.writer.sendRaw(bad, 'EcmrEdited', { changes: 'none' })
  const first = await at.writer.create()
  await at.writer.create({ number: first.number })
  const report = await rebuildProjections(options(at))
  t.equal(
    report.parked,
    interpreting.length + 2,
    'the malformed one wherever it is read, the number given twice in two',
  )
  at.run()
  await at.caughtUp()
  t.match(await trackNote(at.pool, first.number), { status: 'draft' })
  await equalsReplay(t, at)
})

t.test('verifying finds rows changed, added and removed behind the projections’ back', async (t) => {
  const at = await scene(t)
  await write(at.writer, 30)
  at.run()
  await at.caughtUp()
  const check = (): ReturnType<typeof verifyProjections> => verifyProjections(options(at))
  t.match(await check(), { ok: true, differing: 0, differences: [] })

  const { rows } = await at.pool.query('select id, ecmr_number from rm_list.notes order by id limit 3')
  const [changed, removed, added] = rows
  await at.pool.query(
    `update rm_list.notes set item = jsonb_set(item::jsonb, '{sender_city}', '"Vigo"')::json where id = $1`,
    [changed.id],
  )
  await at.pool.query('delete from rm_tracking.shipments where ecmr_number = $1', [removed.ecmr_number])
  await at.pool.query(
    `insert into rm_history.events select position, ecmr_id, company_id, 99, type, event_id, recorded_at, data, metadata
    from rm_history.events where ecmr_id = $1 and revision = 0`,
    [added.id],
  )
  await at.pool.query(
    `update rm_list.counters set notes = notes + 1 where pickup_date = '-infinity' and status = 'in_transit'`,
  )
  const report = await check()
  t.match(report, { ok: false, differing: 4 })
  t.same(report.differences, [
    { projection: 'list', table: 'notes', key: [changed.id], kind: 'different' },
    {
      projection: 'list',
      table: 'counters',
      key: [acme, 'false', 'in_transit', '-infinity'],
      kind: 'different',
    },
    { projection: 'tracking', table: 'shipments', key: [removed.ecmr_number], kind: 'missing' },
    { projection: 'history', table: 'events', key: [added.id, '99'], kind: 'unexpected' },
  ])
})

t.test('verifying while events arrive finds nothing wrong', async (t) => {
  const at = await scene(t)
  await write(at.writer, 50)
  at.run()
  let verified = false
  const writing = (async () => {
    while (!verified) await at.writer.create()
  })()
  const report = await verifyProjections(options(at)).finally(() => {
    verified = true
  })
  await writing
  t.same(report.differences, [])
})

t.test('a read-only role can read the read models during and after a rebuild', async (t) => {
  const { name } = await rolesGround(t)
  const at = await scene(t)
  const { pool, url, store } = at
  const role = name('reader')
  await limitRole(pool, role, readingRights)
  const reading = openPool({ url, max: 2, name: 'test', role })
  t.teardown(() => reading.end())
  const { number } = await at.writer.create()
  at.run()
  await at.caughtUp()

  let rebuilt = false
  const rebuilding = (async () => {
    for (let turn = 0; turn < 2; turn++) await rebuildProjections({ pool, url, store, projections })
    rebuilt = true
  })()
  while (!rebuilt) {
    const { total } = await listNotes(reading, acme, { limit: 1 })
    if (total !== 1) t.fail('a note that was there is gone')
  }
  await rebuilding
  t.match(await trackNote(reading, number), { status: 'draft' })
  await dropOld(pool, names)
  t.equal((await listNotes(reading, acme, { limit: 1 })).total, 1)
  await t.rejects(reading.query('delete from rm_list.notes'), { code: '42501' })
  await t.rejects(rebuildProjections({ pool: reading, url, store, projections }), { code: '42501' })
})
