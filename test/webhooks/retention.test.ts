import { randomUUID } from 'node:crypto'
import { openPool } from '@ecmr/postgres'
import { keepRetention, planDeliveries, prune } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { until } from '../support/until.js'
import { created, note } from './support/events.js'
import { countOf, writeDeliveries, writeMessages, writeOldRows } from './support/old-rows.js'
import { EPOCH, openReplayWorld } from './support/replay-world.js'
import { openWorld } from './support/world.js'

const never = new AbortController().signal

async function open(t: Test) {
  const world = await openWorld(t)
  const { pool, register } = world
  const { endpoint } = await register('company-a')
  return {
    ...world,
    endpointId: endpoint.id,
    prune: () => prune({ pool, signal: never }),
    count: (table: string, where?: string) => countOf(pool, table, where),
    /** Deliveries of the endpoint, 31 days old unless given. */
    write: (rows: Partial<Parameters<typeof writeOldRows>[1]> = {}) =>
      writeOldRows(pool, { endpointId: endpoint.id, createdDaysAgo: 31, ...rows }),
    eventsOf: async (table: string) =>
      new Set((await world.rows(`select event_id from webhooks.${table}`)).map(({ event_id }) => event_id)),
  }
}

t.test('a delivery that ended over 30 days ago goes, with its attempts and its message', async (t) => {
  const { write, prune, count } = await open(t)
  for (const status of ['delivered', 'exhausted', 'cancelled'] as const) await write({ count: 3, status })
  t.match(await prune(), { deliveries: 9, attempts: 18, messages: 9 })
  for (const table of ['deliveries', 'attempts', 'messages']) t.equal(await count(table), 0, table)
})

t.test('what ended lately or has not ended stays, however old its event is', async (t) => {
  const { write, prune, count, eventsOf } = await open(t)
  const kept = [
    ...(await write({ createdDaysAgo: 29 })),
    ...(await write({ createdDaysAgo: 400, finishedDaysAgo: 29 })),
    ...(await write({ status: 'pending', createdDaysAgo: 400 })),
  ]
  await write()
  t.match(await prune(), { deliveries: 1, attempts: 2, messages: 1 })
  for (const table of ['deliveries', 'messages']) t.same(await eventsOf(table), new Set(kept))
  t.equal(await count('attempts'), 6)
})

t.test('a message stays while a delivery refers to it; one without any goes when it is old', async (t) => {
  const { pool, register, write, prune, eventsOf } = await open(t)
  const { endpoint: another } = await register('company-a')
  const shared = await write({ createdDaysAgo: 40 })
  const lately = { status: 'delivered', createdDaysAgo: 40, finishedDaysAgo: 1 } as const
  await writeDeliveries(pool, shared, { endpointId: another.id, ...lately })
  await writeMessages(pool, [randomUUID(), randomUUID()], 31)
  const young = randomUUID()
  await writeMessages(pool, [young], 29)
  t.match(await prune(), { deliveries: 1, messages: 2 })
  t.same(await eventsOf('messages'), new Set([...shared, young]))
})

t.test('replays and deleted endpoints go too, once they are old and nothing refers to them', async (t) => {
  const { rows, register, endpointId, write, prune, count } = await open(t)
  const [empty, referred, lately] = await Promise.all([1, 2, 3].map(() => register('company-a')))
  if (!empty || !referred || !lately) throw new Error('not registered')
  await write({ endpointId: referred.endpoint.id, createdDaysAgo: 40, finishedDaysAgo: 1 })
  await rows(
    `update webhooks.endpoints set status = 'deleted', secret = null,
       updated_at = now() - make_interval(days => case when id = $1 then 29 else 31 end)
     where id <> $2`,
    [lately.endpoint.id, endpointId],
  )
  await rows(
    'insert into webhooks.endpoint_health (endpoint_id, failures) select id, 3 from webhooks.endpoints',
  )
  await rows(
    `insert into webhooks.replays
       (id, endpoint_id, company_id, status, until_position, events, only_failed, created_at, finished_at)
     select gen_random_uuid(), endpoint, 'company-a', status, '1', '{ecmr.created}', false,
       now() - make_interval(days => days), case when status <> 'running' then now() - make_interval(days => days) end
     from (values ($1::uuid, 'done', 31), ($2, 'cancelled', 31), ($1, 'done', 29), ($1, 'running', 400))
       as replay (endpoint, status, days)`,
    [endpointId, empty.endpoint.id],
  )
  t.match(await prune(), { replays: 2, endpoints: 1 })
  t.equal(await count('replays', `status = 'running' or finished_at > now() - interval '30 days'`), 2)
  t.equal(await count('endpoints', `id = '${empty.endpoint.id}'`), 0)
  t.equal(await count('endpoints'), 3)
  t.equal(await count('endpoint_health'), 3)
})

t.test('30,000 old deliveries go in steps while new ones are written, and nothing else goes', async (t) => {
  const { url, write, prune, count } = await open(t)
  const own = openPool({ url, max: 2, name: 'writer' })
  t.teardown(() => own.end())
  for (const createdDaysAgo of [31, 60, 90]) await write({ count: 10_000, createdDaysAgo })
  await write({ count: 2_500, status: 'pending', createdDaysAgo: 61 })
  await write({ count: 2_500, createdDaysAgo: 61, finishedDaysAgo: 1 })
  const done = new AbortController()
  const written = writeUntil(own, done.signal)
  const pruned = await prune()
  done.abort()
  const events = await written
  t.match(pruned, { deliveries: 30_000, attempts: 60_000, messages: 30_000 })
  t.ok(events > 30, `${events} written meanwhile, one for each step or more`)
  t.equal(await count('deliveries', `status = 'pending'`), 2_500 + events)
  t.equal(await count('deliveries', `status = 'delivered'`), 2_500)
  t.equal(await count('messages'), 5_000 + events)
  t.equal(await count('attempts'), 10_000)
})

/** Writes deliveries of new events, one after the other, and counts them. */
async function writeUntil(pool: Pool, signal: AbortSignal): Promise<number> {
  let events = 0
  for (; !signal.aborted; events++) await planDeliveries(pool, created(1))
  return events
}

t.test('only one process deletes at a time', async (t) => {
  const { pool, write, prune, count } = await open(t)
  await write()
  const other = await pool.connect()
  await other.query(`select pg_advisory_lock(hashtextextended('webhook retention', 0))`)
  t.equal(await prune(), undefined)
  t.equal(await count('deliveries'), 1)
  await other.query('select pg_advisory_unlock_all()')
  other.release()
  t.match(await prune(), { deliveries: 1 })
  t.match(await prune(), { deliveries: 0 }, 'and the lock is free again')
})

t.test('aborted, it ends between two steps, and the next run does the rest', async (t) => {
  const { pool, write, count } = await open(t)
  await write({ count: 5_000 })
  const stop = new AbortController()
  const running = prune({ pool, signal: stop.signal })
  while ((await count('deliveries')) === 5_000);
  stop.abort()
  await t.rejects(running)
  const left = await count('deliveries')
  t.ok(left > 0 && left % 1_000 === 0, `${left} are left`)
  t.equal(await count('attempts'), 2 * left)
  // The lock goes with a connection, which the server may not have ended yet.
  let next: Awaited<ReturnType<typeof prune>>
  await until(async () => {
    next = await prune({ pool, signal: never })
    return next !== undefined
  }, 'the lock')
  t.match(next, { deliveries: left })
})

t.test('a row that another transaction has locked is skipped, not waited for', async (t) => {
  const { pool, write, prune, count } = await open(t)
  const [locked] = await write({ count: 5 })
  const other = await pool.connect()
  await other.query('begin')
  await other.query(
    `update webhooks.deliveries set status = 'pending', finished_at = null where event_id = $1`,
    [locked],
  )
  t.match(await prune(), { deliveries: 4 })
  await other.query('commit')
  other.release()
  t.match(await prune(), { deliveries: 0 }, 'it was requested again')
  t.equal(await count('deliveries', `status = 'pending'`), 1)
})

t.test(
  'it runs soon after the start and again and again, logs what it did, and survives faults',
  async (t) => {
    const { pool, rows, write, count, eventually } = await open(t)
    await write()
    await rows('alter table webhooks.replays rename to elsewhere')
    const logged: [string, object][] = []
    const stop = new AbortController()
    const running = keepRetention({
      pool,
      signal: stop.signal,
      log: {
        info: (details) => logged.push(['info', details]),
        error: (details) => logged.push(['error', details]),
      },
      pauses: { soonMs: 1, everyMs: 5, afterFaultMs: 1 },
    })
    await until(() => logged.at(-1)?.[0] === 'error', 'a fault')
    t.equal(await count('deliveries'), 0, 'what was done before the fault stays done')
    await rows('alter table webhooks.elsewhere rename to replays')
    await write()
    await until(() => logged.at(-1)?.[0] === 'info', 'a run')
    await write()
    await eventually('select where not exists (select from webhooks.deliveries)')
    const runs = () => logged.filter(([kind]) => kind === 'info').map(([, details]) => details)
    await until(() => runs().length === 2, 'the next run')
    stop.abort()
    await running
    const first = { deliveries: 1, attempts: 2, longest_batch_ms: Number }
    t.match(runs(), [{ deleted: first }, { deleted: { deliveries: 1 } }])
    t.equal(runs().length, 2, 'and nothing of the runs that found nothing')
  },
)

// Triggers that wait for a lock of the test hold a transaction at the very place that matters. By its name the first one
// comes before the check of the foreign key, which looks for the message.
const PAUSE = `create function webhooks.pause() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock(1); return null; end $$;`
const WAIT_BEFORE_CHECK = `${PAUSE}
  create trigger "A_pause" after insert on webhooks.deliveries for each row execute function webhooks.pause()`
const WAIT_AFTER_MESSAGE = `${PAUSE}
  create trigger pause after delete on webhooks.messages for each statement execute function webhooks.pause()`

/** So many old deliveries of a note, and a trigger that holds up the transaction that meets it until `release`. */
async function openRace(t: Test, trigger: string, events: number) {
  const world = await openReplayWorld(t)
  const { pool, rows, eventually } = world
  const one = note()
  const past = [
    one.event('EcmrCreated'),
    ...Array.from({ length: events - 1 }, () => one.event('EcmrSigned')),
  ]
  await world.happen(...past)
  await rows(`update webhooks.deliveries set status = 'delivered', finished_at = created_at`)
  await rows(trigger)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(1)')
  const shown =
    'select d.id, m.payload from webhooks.deliveries d join webhooks.messages m using (event_id) order by d.id'
  return {
    ...world,
    past,
    shown: () => rows(shown),
    count: (table: string, where?: string) => countOf(pool, table, where),
    prune: () => prune({ pool, signal: never }),
    /** Another endpoint, for which the past events come again. */
    async another() {
      await world.register('company-a')
      await rows(`update webhooks.endpoints set follows_from = ''`)
    },
    paused: () =>
      eventually(`select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`),
    blocked: () => eventually(`select from pg_locks where locktype = 'transactionid' and not granted`),
    async release() {
      await holder.query('select pg_advisory_unlock(1)')
      holder.release()
    },
  }
}

t.test('a message that a delivery is just being written for is not deleted', async (t) => {
  const { plan, past, another, paused, release, prune, count } = await openRace(t, WAIT_BEFORE_CHECK, 1)
  await another()
  const planning = plan(...past)
  await paused()
  t.match(await prune(), { deliveries: 1, messages: 0 })
  await release()
  await planning
  t.equal(await count('deliveries', `status = 'pending'`), 1)
  t.equal(await count('messages'), 1)
})

t.test('a delivery written while its message is being deleted brings the message again', async (t) => {
  const { plan, past, another, paused, blocked, release, shown, prune } = await openRace(
    t,
    WAIT_AFTER_MESSAGE,
    1,
  )
  const [before] = await shown()
  await another()
  const pruning = prune()
  await paused()
  const planning = plan(...past)
  await blocked()
  await release()
  t.match(await pruning, { deliveries: 1, messages: 1 })
  await planning
  const after = await shown()
  t.equal(after.length, 2, 'one for each endpoint')
  t.ok(
    after.some(({ id }) => id === before.id),
    'the pruned one has the same webhook-id again',
  )
  for (const { payload } of after) t.same(payload, before.payload)
})

t.test('a replay that meets the deletion of its events brings them again, under the same ids', async (t) => {
  const world = await openRace(t, WAIT_AFTER_MESSAGE, 10)
  const before = await world.shown()
  const pruning = world.prune()
  await world.paused()
  const replay = await world.request({ since: EPOCH })
  world.startReplayer()
  await world.blocked()
  await world.release()
  t.match(await pruning, { deliveries: 10, messages: 10 })
  t.match(await world.ended(replay), { status: 'done', queued: 10 })
  t.equal(await world.count('deliveries', `status = 'pending'`), 10)
  t.same(await world.shown(), before, 'byte for byte')
})
