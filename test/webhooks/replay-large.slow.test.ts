import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { planDeliveries } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t from 'tap'
import { fields, note, skipPositions } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openReplayWorld } from './support/replay-world.js'

const EPOCH = '1970-01-01T00:00:00Z'
const CHILD = fileURLToPath(new URL('./support/replayer-process.js', import.meta.url))

/** A company's past: so many notes, each with two events, of which the first one is of interest. */
async function pastOf(pool: Pool, company: string, notes: number): Promise<void> {
  const first = skipPositions(2 * notes)
  await pool.query(
    `with note as (select n, gen_random_uuid() as id from generate_series(0, $2::int - 1) n)
     insert into rm_history.events
       (position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata)
     select lpad(($3::bigint + 2 * n + revision)::text, 16, '0'), id, $1::text, revision,
       case revision when 0 then 'EcmrCreated' else 'EcmrEdited' end, gen_random_uuid(), at,
       case revision when 0 then json_build_object('id', id, 'ecmr_number', 'ECMR-2026-ABCDEFGHJ-K',
         'company_id', $1::text, 'policy', 'lenient', 'fields', $4::json) else '{"changes":[]}' end,
       json_build_object('recorded_at', '2026-03-01T08:00:00.000Z', 'schema_version', 1, 'company_id', $1::text,
         'ecmr_number', 'ECMR-2026-ABCDEFGHJ-K', 'status', 'draft')
     from note cross join generate_series(0, 1) revision cross join (select '2026-03-01T08:00:00Z'::timestamptz as at) recorded`,
    [company, notes, first, JSON.stringify(fields)],
  )
  const last = String(first + 2 * notes - 1).padStart(16, '0')
  await pool.query(`update projections.checkpoints set position = $1 where name = 'history'`, [last])
}

t.test('killed in the middle, again and again, it is gone on with, and nothing is made twice', async (t) => {
  const world = await openReplayWorld(t)
  await pastOf(world.pool, 'company-a', 2_000)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  const killedAt: number[] = []
  for (const enough of [100, 500, 900]) {
    const child = fork(CHILD, [world.url])
    t.teardown(() => child.kill('SIGKILL'))
    await world.eventually('select 1 from webhooks.replays where queued >= $1', [enough])
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { rows } = await world.pool.query('select scanned, queued from webhooks.replays')
    t.equal(rows[0]?.scanned, 2 * rows[0]?.queued, 'what was counted is what was read')
    killedAt.push(rows[0]?.queued)
  }
  t.ok(
    killedAt.every((queued) => queued < 2_000),
    `it was still under way at ${killedAt}`,
  )
  world.startReplayer({ limits: { pending: 1_000_000 } })
  t.match(await world.ended('company-a', id), { status: 'done', scanned: 4_000, queued: 2_000 })
  const { rows } = await world.pool.query(
    `select count(*) as deliveries, count(distinct event_id) as events,
       (select count(*) from webhooks.messages) as messages from webhooks.deliveries`,
  )
  t.strictSame(rows, [{ deliveries: 2_000, events: 2_000, messages: 2_000 }])
})

t.test('two processes share the work, and nothing is made twice', async (t) => {
  const world = await openReplayWorld(t)
  await pastOf(world.pool, 'company-a', 1_000)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/hooks')
  const limits = { looks: 50, deliveries: 20, pending: 1_000_000, waitMs: 5 }
  world.startReplayer({ limits })
  world.startReplayer({ limits })
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  t.match(await world.ended('company-a', id), { status: 'done', scanned: 2_000, queued: 1_000 })
})

t.test('a large one does not hold up a small one', async (t) => {
  const world = await openReplayWorld(t)
  await pastOf(world.pool, 'company-a', 2_000)
  await pastOf(world.pool, 'company-b', 10)
  const [a, b] = await Promise.all(
    ['company-a', 'company-b'].map((company) => world.register(company, 'http://127.0.0.1:9/hooks')),
  )
  const large = await world.request('company-a', a?.endpoint.id ?? '', { since: EPOCH })
  const small = await world.request('company-b', b?.endpoint.id ?? '', { since: EPOCH })
  world.startReplayer({ limits: { looks: 100, deliveries: 20, pending: 1_000_000 } })
  t.match(await world.ended('company-b', small.id), { status: 'done', queued: 10 })
  const { rows } = await world.pool.query('select queued from webhooks.replays where id = $1', [large.id])
  t.ok(rows[0]?.queued < 2_000, `the large one was still under way, at ${rows[0]?.queued}`)
  t.match(await world.ended('company-a', large.id), { status: 'done', queued: 2_000 })
})

t.test('50,000 events to a slow receiver: few wait at a time, fresh events of others pass', async (t) => {
  const world = await openReplayWorld(t)
  await pastOf(world.pool, 'company-a', 50_000)
  const slow = await startReceiver(t, (response) => void delay(100).then(() => response.end()))
  const quick = await startReceiver(t)
  const { endpoint } = await world.register('company-a', slow.url)
  await world.register('company-b', quick.url)
  world.startWorker()
  world.startReplayer()
  const before = process.memoryUsage().rss
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  await world.eventually(`select 1 from webhooks.replays where queued >= 4000`)
  let most = 0
  const delays: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const planned = performance.now()
    await planDeliveries(world.pool, [note('company-b').event('EcmrCreated')])
    await quick.count(round + 1)
    delays.push(performance.now() - planned)
    const { rows } = await world.pool.query(
      `select count(*) filter (where status = 'pending') as pending, count(*) as made from webhooks.deliveries`,
    )
    most = Math.max(most, rows[0]?.pending)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  const median = sorted[10] ?? Number.POSITIVE_INFINITY
  t.comment(`fresh events took ${Math.round(median)} ms, at most ${Math.round(sorted.at(-1) ?? 0)} ms`)
  t.ok(median < 2_000, `fresh events took ${median} ms`)
  t.ok(most <= 4_000 + 1, `${most} were pending at a time`)
  const held = (process.memoryUsage().rss - before) / 2 ** 20
  t.ok(held < 150, `${held} MB more were held`)
  t.match(await world.cancel('company-a', endpoint.id, id), { ok: true, view: { status: 'cancelled' } })
  const { rows } = await world.pool.query(
    `select distinct status from webhooks.deliveries where replay_id = $1 and status <> 'delivered'`,
    [id],
  )
  t.strictSame(rows, [{ status: 'cancelled' }], 'what it had queued does not wait any more')
})
