import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import t from 'tap'
import { fields, skipPositions } from './support/events.js'
import { startProgram } from './support/fork.js'
import { startReceiver } from './support/receiver.js'
import { openReplayWorld } from './support/replay-world.js'

/** A company's past: so many notes, each with two events, of which the first one is of interest. */
async function pastOf(pool: Pool, notes: number, company = 'company-a'): Promise<void> {
  const first = skipPositions(2 * notes)
  await pool.query(
    `with note as (select n, gen_random_uuid() as id from generate_series(0, $2::int - 1) n)
     insert into rm_history.events
       (position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata)
     select lpad(($3::bigint + 2 * n + revision)::text, 16, '0'), id, $1::text, revision,
       case revision when 0 then 'EcmrCreated' else 'ReservationRecorded' end, gen_random_uuid(), at,
       case revision when 0 then json_build_object('id', id, 'ecmr_number', 'ECMR-2026-ABCDEFGHJ-K',
         'company_id', $1::text, 'policy', 'lenient', 'fields', $4::json) else '{"reservation_id":"r","by":"carrier","grounds":"g"}' end,
       json_build_object('recorded_at', '2026-03-01T08:00:00.000Z', 'schema_version', 1, 'company_id', $1::text,
         'ecmr_number', 'ECMR-2026-ABCDEFGHJ-K', 'status', 'draft')
     from note cross join generate_series(0, 1) revision cross join (select '2026-03-01T08:00:00Z'::timestamptz as at) recorded`,
    [company, notes, first, JSON.stringify(fields)],
  )
  const last = String(first + 2 * notes - 1).padStart(16, '0')
  await pool.query(`update projections.checkpoints set position = $1 where name = 'history'`, [last])
}

t.test('killed in the middle, again and again, it is gone on with, and nothing is made twice', async (t) => {
  const { pool, url, rows, request, ended, eventually, startReplayer } = await openReplayWorld(t)
  await pastOf(pool, 2_000)
  const replay = await request()
  const killedAt: number[] = []
  for (const enough of [100, 500, 900]) {
    const process = startProgram(t, 'replayer-process', [url])
    await eventually('select 1 from webhooks.replays where queued >= $1', [enough])
    await process.kill()
    const [{ scanned, queued }] = await rows('select scanned, queued from webhooks.replays')
    t.equal(scanned, 2 * queued, 'what was counted is what was read')
    killedAt.push(queued)
  }
  t.ok(
    killedAt.every((queued) => queued < 2_000),
    `it was still under way at ${killedAt}`,
  )
  startReplayer({ limits: { pending: 1_000_000 } })
  t.match(await ended(replay), { status: 'done', scanned: 4_000, queued: 2_000 })
  const counts = await rows(
    `select count(*) as deliveries, count(distinct event_id) as events,
       (select count(*) from webhooks.messages) as messages from webhooks.deliveries`,
  )
  t.strictSame(counts, [{ deliveries: 2_000, events: 2_000, messages: 2_000 }])
})

t.test('two processes share the work, and nothing is made twice', async (t) => {
  const { pool, replay, startReplayer } = await openReplayWorld(t)
  await pastOf(pool, 1_000)
  const limits = { looks: 50, deliveries: 20, pending: 1_000_000, waitMs: 5 }
  startReplayer({ limits })
  startReplayer({ limits })
  t.match(await replay(), { status: 'done', scanned: 2_000, queued: 1_000 })
})

t.test('a large one does not hold up a small one', async (t) => {
  const { pool, rows, request, ended, rival, startReplayer } = await openReplayWorld(t)
  await pastOf(pool, 2_000)
  await pastOf(pool, 10, 'company-b')
  const theirs = await rival()
  const large = await request()
  const small = await theirs.request()
  startReplayer({ limits: { looks: 100, deliveries: 20, pending: 1_000_000 } })
  t.match(await theirs.ended(small), { status: 'done', queued: 10 })
  const [{ queued }] = await rows('select queued from webhooks.replays where id = $1', [large.id])
  t.ok(queued < 2_000, `the large one was still under way, at ${queued}`)
  t.match(await ended(large), { status: 'done', queued: 2_000 })
})

t.test('50,000 events to a slow receiver: few wait at a time, fresh events of others pass', async (t) => {
  const world = await openReplayWorld(t, (response) => void delay(100).then(() => response.end()))
  const { pool, rows } = world
  await pastOf(pool, 50_000)
  const quick = await startReceiver(t)
  await world.register('company-b', quick.url)
  world.startWorker()
  world.startReplayer()
  const before = process.memoryUsage().rss
  const replay = await world.request()
  await world.eventually(`select 1 from webhooks.replays where queued >= 4000`)
  for (let round = 0; round < 20; round += 1) {
    await world.create(1, 'company-b')
    await quick.count(round + 1)
    const [{ pending, made }] = await rows(
      `select count(*) filter (where status = 'pending') as pending, count(*) as made from webhooks.deliveries`,
    )
    t.ok(pending <= 4_000 + 1, `${pending} are pending at a time`)
    t.ok(made < 25_000, `the fresh event has passed most of the replay, of which ${made} are made`)
  }
  const held = (process.memoryUsage().rss - before) / 2 ** 20
  t.ok(held < 150, `${held} MB more were held`)
  t.match(await world.cancel(replay), { ok: true, view: { status: 'cancelled' } })
  const left = await rows(
    `select distinct status from webhooks.deliveries where replay_id = $1 and status <> 'delivered'`,
    [replay.id],
  )
  t.strictSame(left, [{ status: 'cancelled' }], 'what it had queued does not wait any more')
})
