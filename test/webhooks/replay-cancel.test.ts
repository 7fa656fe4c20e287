import { actingFor } from '@ecmr/domain'
import { cancelReplay, findReplay, listReplays } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openReplayWorld } from './support/replay-world.js'
import { settledAs } from './support/world.js'

const EPOCH = '1970-01-01T00:00:00Z'
const company = actingFor('company-a')
const operator = { kind: 'operator', id: 'o', name: 'test' } as const

/** A replay that has queued three deliveries, and no worker that sends them yet. */
async function openQueued(t: Test) {
  const world = await openReplayWorld(t)
  const receiver = await startReceiver(t)
  const { event } = note('company-a')
  await world.record([event('EcmrCreated'), event('EcmrSigned'), event('IncidentReported')])
  const { endpoint } = await world.register('company-a', receiver.url)
  const { id } = await world.request('company-a', endpoint.id, { since: EPOCH })
  const { stop } = world.startReplayer()
  const done = await world.ended('company-a', id)
  await stop()
  return { ...world, receiver, endpoint, done, id }
}

t.test('how many deliveries of a replay still wait is shown until they are settled', async (t) => {
  const world = await openQueued(t)
  const { pool, endpoint, id, done } = world
  t.match(done, { status: 'done', queued: 3, pending: 3 })
  t.match(await listReplays(pool, company, endpoint.id), [{ id, pending: 3 }])
  await pool.query(`update webhooks.deliveries set replay_id = null where version = 3`)
  t.match(await findReplay(pool, company, { id }), { pending: 2 }, 'what was retried is not its any more')
  world.startWorker()
  await world.eventually(...settledAs('delivered', 3))
  t.match(await findReplay(pool, company, { id }), { status: 'done', queued: 3, pending: 0 })
})

t.test('a replay that is done is cancelled while something of it waits', async (t) => {
  const { pool, endpoint, id, done, cancel } = await openQueued(t)
  await pool.query(
    `update webhooks.deliveries set status = 'delivered', finished_at = now() where version = 1`,
  )
  const cancelled = await cancel('company-a', endpoint.id, id)
  t.match(cancelled, {
    ok: true,
    view: { status: 'cancelled', status_reason: 'owner', queued: 3, pending: 0, finished_at: /Z$/ },
  })
  t.not(cancelled.ok && cancelled.view.finished_at, done.finished_at)
  const { rows } = await pool.query('select status, finished_at from webhooks.deliveries order by version')
  t.match(rows, [{ status: 'delivered' }, { status: 'cancelled' }, { status: 'cancelled' }])
  for (const { finished_at } of rows) t.ok(finished_at instanceof Date)
  const again = await cancelReplay({ pool }, { company, id: endpoint.id, replayId: id, actor: operator })
  t.match(
    again,
    { ok: true, view: { status: 'cancelled', status_reason: 'owner' } },
    'it stays the owner’s doing',
  )
})

t.test('the operator is named when it was the operator', async (t) => {
  const { pool, endpoint, id } = await openQueued(t)
  const cancelled = await cancelReplay({ pool }, { company, id: endpoint.id, replayId: id, actor: operator })
  t.match(cancelled, { ok: true, view: { status: 'cancelled', status_reason: 'operator', pending: 0 } })
})

t.test('a replay of which nothing waits any more stays done', async (t) => {
  const world = await openQueued(t)
  const { endpoint, id } = world
  world.startWorker()
  await world.eventually(...settledAs('delivered', 3))
  const now = await findReplay(world.pool, company, { id })
  t.match(now, { status: 'done', pending: 0 })
  t.same(await world.cancel('company-a', endpoint.id, id), { ok: true, replayed: false, view: now })
  t.equal(world.receiver.received.length, 3)
})

t.test('what waits without a replay is not cancelled with it', async (t) => {
  const { pool, endpoint, id, cancel } = await openQueued(t)
  await pool.query('update webhooks.deliveries set replay_id = null where version = 2')
  await cancel('company-a', endpoint.id, id)
  const { rows } = await pool.query('select status from webhooks.deliveries order by version')
  t.same(
    rows.map(({ status }) => status),
    ['cancelled', 'pending', 'cancelled'],
  )
})
