import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'
import { keepRetention, planDeliveries, prune } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { countOf, writeDeliveries, writeMessages, writeOldRows } from './support/old-rows.js'
import { openWorld } from './support/world.js'

const URL = 'http://127.0.0.1:9/'
const never = new AbortController().signal

async function open(t: Test) {
  const world = await openWorld(t)
  const { endpoint } = await world.register('company-a', URL)
  return { ...world, endpointId: endpoint.id }
}

t.test('what came to its end over 30 days ago goes, with its attempts and its message', async (t) => {
  const { pool, endpointId } = await open(t)
  for (const status of ['delivered', 'exhausted', 'cancelled'] as const) {
    await writeOldRows(pool, { endpointId, count: 3, status, createdDaysAgo: 31 })
  }
  t.match(await prune({ pool, signal: never }), { deliveries: 9, attempts: 18, messages: 9 })
  for (const table of ['deliveries', 'attempts', 'messages']) t.equal(await countOf(pool, table), 0, table)
})

t.test('what ended lately or has not ended stays, however old its event is', async (t) => {
  const { pool, endpointId } = await open(t)
  const kept = [
    ...(await writeOldRows(pool, { endpointId, createdDaysAgo: 29 })),
    ...(await writeOldRows(pool, { endpointId, createdDaysAgo: 400, finishedDaysAgo: 29 })),
    ...(await writeOldRows(pool, { endpointId, status: 'pending', createdDaysAgo: 400 })),
  ]
  await writeOldRows(pool, { endpointId, createdDaysAgo: 31 })
  t.match(await prune({ pool, signal: never }), { deliveries: 1, attempts: 2, messages: 1 })
  const { rows } = await pool.query(
    'select event_id from webhooks.deliveries join webhooks.messages using (event_id)',
  )
  t.same(new Set(rows.map(({ event_id }) => event_id)), new Set(kept))
  t.equal(await countOf(pool, 'attempts'), 6)
})

t.test(
  'a message stays as long as any delivery refers to it; one that none refers to goes when it is old',
  async (t) => {
    const { pool, register, endpointId } = await open(t)
    const { endpoint: another } = await register('company-a', URL)
    const shared = await writeOldRows(pool, { endpointId, createdDaysAgo: 40 })
    const rest = { status: 'delivered', createdDaysAgo: 40, finishedDaysAgo: 1 } as const
    await writeDeliveries(pool, shared, { endpointId: another.id, ...rest })
    await writeMessages(pool, [randomUUID(), randomUUID()], 31)
    const young = randomUUID()
    await writeMessages(pool, [young], 29)
    t.match(await prune({ pool, signal: never }), { deliveries: 1, messages: 2 })
    const { rows } = await pool.query('select event_id from webhooks.messages')
    t.same(new Set(rows.map(({ event_id }) => event_id)), new Set([...shared, young]))
  },
)

t.test('replays and deleted endpoints go too, once they are old and nothing refers to them', async (t) => {
  const { pool, register, endpointId } = await open(t)
  const [empty, referred, lately] = await Promise.all([1, 2, 3].map(() => register('company-a', URL)))
  if (!empty || !referred || !lately) throw new Error('not registered')
  await writeOldRows(pool, { endpointId: referred.endpoint.id, createdDaysAgo: 40, finishedDaysAgo: 1 })
  await pool.query(
    `update webhooks.endpoints set status = 'deleted', secret = null,
       updated_at = now() - make_interval(days => case when id = $1 then 29 else 31 end)
     where id <> $2`,
    [lately.endpoint.id, endpointId],
  )
  await pool.query(
    'insert into webhooks.endpoint_health (endpoint_id, failures) select id, 3 from webhooks.endpoints',
  )
  await pool.query(
    `insert into webhooks.replays
       (id, endpoint_id, company_id, status, until_position, events, only_failed, created_at, finished_at)
     select gen_random_uuid(), endpoint, 'company-a', status, '1', '{ecmr.created}', false,
       now() - make_interval(days => days), case when status <> 'running' then now() - make_interval(days => days) end
     from (values ($1::uuid, 'done', 31), ($2, 'cancelled', 31), ($1, 'done', 29), ($1, 'running', 400))
       as replay (endpoint, status, days)`,
    [endpointId, empty.endpoint.id],
  )
  t.match(await prune({ pool, signal: never }), { replays: 2, endpoints: 1 })
  t.equal(await countOf(pool, 'replays', `status = 'running' or finished_at > now() - interval '30 days'`), 2)
  t.equal(await countOf(pool, 'endpoints', `id = '${empty.endpoint.id}'`), 0)
  t.equal(await countOf(pool, 'endpoints'), 3)
  t.equal(await countOf(pool, 'endpoint_health'), 3)
})

t.test(
  '30,000 old deliveries go in short steps while new ones are written, and nothing else goes',
  async (t) => {
    const { pool, url, endpointId } = await open(t)
    const own = openPool({ url, max: 2, name: 'writer' })
    t.teardown(() => own.end())
    const steps = { endpointId, count: 10_000 }
    for (const createdDaysAgo of [31, 60, 90]) await writeOldRows(pool, { ...steps, createdDaysAgo })
    await writeOldRows(pool, { endpointId, count: 2_500, status: 'pending', createdDaysAgo: 61 })
    await writeOldRows(pool, { endpointId, count: 2_500, createdDaysAgo: 61, finishedDaysAgo: 1 })
    const done = new AbortController()
    const written = writeUntil(own, done.signal)
    const pruned = await prune({ pool, signal: never })
    done.abort()
    const { events, longestMs } = await written
    t.match(pruned, { deliveries: 30_000, attempts: 60_000, messages: 30_000 })
    t.equal(
      await countOf(pool, 'deliveries', `status = 'pending'`),
      2_500 + events,
      `${events} written meanwhile`,
    )
    t.equal(await countOf(pool, 'deliveries', `status = 'delivered'`), 2_500)
    t.equal(await countOf(pool, 'messages'), 5_000 + events)
    t.equal(await countOf(pool, 'attempts'), 10_000)
    t.ok(events > 0)
    t.ok((pruned?.longest_batch_ms ?? 1e9) < 2_000, `longest transaction ${pruned?.longest_batch_ms} ms`)
    t.ok(longestMs < 2_000, `longest write meanwhile ${Math.round(longestMs)} ms`)
  },
)

/** Writes deliveries of new events, one after the other. */
async function writeUntil(pool: Pool, signal: AbortSignal) {
  let [events, longestMs] = [0, 0]
  while (!signal.aborted) {
    const begun = performance.now()
    await planDeliveries(pool, [note('company-a').event('EcmrCreated')])
    longestMs = Math.max(longestMs, performance.now() - begun)
    events++
  }
  return { events, longestMs }
}

t.test('only one process deletes at a time', async (t) => {
  const { pool, endpointId } = await open(t)
  await writeOldRows(pool, { endpointId, createdDaysAgo: 31 })
  const other = await pool.connect()
  await other.query(`select pg_advisory_lock(hashtextextended('webhook retention', 0))`)
  t.equal(await prune({ pool, signal: never }), undefined)
  t.equal(await countOf(pool, 'deliveries'), 1)
  await other.query('select pg_advisory_unlock_all()')
  other.release()
  t.match(await prune({ pool, signal: never }), { deliveries: 1 })
  t.match(await prune({ pool, signal: never }), { deliveries: 0 }, 'and the lock is free again')
})

t.test('asked to stop, it ends between two steps, and the next run does the rest', async (t) => {
  const { pool, endpointId } = await open(t)
  await writeOldRows(pool, { endpointId, count: 5_000, createdDaysAgo: 31 })
  const stop = new AbortController()
  const running = prune({ pool, signal: stop.signal })
  while ((await countOf(pool, 'deliveries')) === 5_000) await delay(1)
  stop.abort()
  await t.rejects(running)
  const left = await countOf(pool, 'deliveries')
  t.ok(left > 0 && left % 1_000 === 0, `${left} are left`)
  t.equal(await countOf(pool, 'attempts'), 2 * left)
  t.match(await prune({ pool, signal: never }), { deliveries: left })
})

t.test('a row that another transaction has locked is skipped, not waited for', async (t) => {
  const { pool, endpointId } = await open(t)
  const [locked] = await writeOldRows(pool, { endpointId, count: 5, createdDaysAgo: 31 })
  const other = await pool.connect()
  await other.query('begin')
  await other.query(
    `update webhooks.deliveries set status = 'pending', finished_at = null where event_id = $1`,
    [locked],
  )
  t.match(await prune({ pool, signal: never }), { deliveries: 4 })
  await other.query('commit')
  other.release()
  t.match(await prune({ pool, signal: never }), { deliveries: 0 }, 'it was asked for again')
  t.equal(await countOf(pool, 'deliveries', `status = 'pending'`), 1)
})

t.test(
  'it runs soon after the start and again and again, tells what it did, and survives faults',
  async (t) => {
    const { pool, endpointId, eventually } = await open(t)
    await writeOldRows(pool, { endpointId, createdDaysAgo: 31 })
    await pool.query('alter table webhooks.replays rename to elsewhere')
    const told: [string, object][] = []
    const stop = new AbortController()
    const running = keepRetention({
      pool,
      signal: stop.signal,
      log: {
        info: (details) => told.push(['info', details]),
        error: (details) => told.push(['error', details]),
      },
      pauses: { soonMs: 1, everyMs: 5, afterFaultMs: 1 },
    })
    const until = async (kind: string): Promise<void> => {
      while (told.at(-1)?.[0] !== kind) await delay(1)
    }
    await until('error')
    t.equal(await countOf(pool, 'deliveries'), 0, 'what was done before the fault stays done')
    await pool.query('alter table webhooks.elsewhere rename to replays')
    await writeOldRows(pool, { endpointId, createdDaysAgo: 31 })
    await until('info')
    await writeOldRows(pool, { endpointId, createdDaysAgo: 31 })
    await eventually('select where not exists (select from webhooks.deliveries)')
    const runs = () => told.filter(([kind]) => kind === 'info').map(([, details]) => details)
    while (runs().length < 2) await delay(1)
    stop.abort()
    await running
    t.match(runs(), [{ deliveries: 1, attempts: 2, longest_batch_ms: Number }, { deliveries: 1 }])
    t.equal(runs().length, 2, 'and nothing of the runs that found nothing')
  },
)
