import { openPool } from '@ecmr/postgres'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { countStatements } from './support/count-statements.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld } from './support/world.js'

const RATE = 5
const notes = (count: number) => Array.from({ length: count }, () => note('company-a').event('EcmrCreated'))

async function openLimited(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const arrivals: number[] = []
  const receiver = await startReceiver(t, (response) => {
    arrivals.push(performance.now())
    response.end()
  })
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.pool.query('update webhooks.endpoints set max_per_second = $1', [RATE])
  return { world, arrivals, receiver, endpoint }
}

t.test('two workers together send no faster than the owner has asked for, and no slower', async (t) => {
  const { world, arrivals, receiver } = await openLimited(t)
  await planDeliveries(world.pool, notes(50))
  const pools = [1, 2].map(() => openPool({ url: world.url, max: 3, name: 'counted' }))
  const counts = pools.map(countStatements)
  const begun = performance.now()
  const workers = pools.map((pool) => world.startWorker({ pool, limits: { pollMs: 5_000 } }))
  await receiver.count(20)
  const tookMs = performance.now() - begun
  for (const worker of workers) await worker.stop()
  for (const pool of pools) await pool.end()
  for (const [index, at] of arrivals.entries()) {
    const most = RATE + (RATE * (at - begun)) / 1_000
    t.ok(index + 1 <= most, `${index + 1} had arrived after ${at - begun} ms`)
  }
  const [first = begun] = arrivals
  t.ok(first - begun < 4_000, `the first came after ${first - begun} ms`)
  t.ok(tookMs < 10_000, `20 took ${tookMs} ms`)
  const asked = counts.reduce((sum, count) => sum + count(), 0)
  t.ok(asked < 600, `${asked} statements`)
})

t.test('a rate that is set while deliveries wait is kept from then on', async (t) => {
  const { world, receiver } = await openLimited(t)
  await world.pool.query('update webhooks.endpoints set max_per_second = null')
  await planDeliveries(world.pool, notes(30))
  await world.pool.query('update webhooks.endpoints set max_per_second = 1')
  const now = new Date()
  // The clock stands still, so a second's worth is all there can be.
  world.startWorker({ clock: () => now })
  await receiver.count(1)
  const other = await startReceiver(t)
  await world.register('company-b', other.url)
  await planDeliveries(world.pool, [note('company-b').event('EcmrCreated')], { clock: () => now })
  await other.count(1)
  t.equal(receiver.received.length, 1)
})

t.test('after an idle time a second’s worth goes at once, and no more', async (t) => {
  const { world, receiver, endpoint } = await openLimited(t)
  let now = new Date('2026-03-01T12:00:00.000Z')
  const clock = () => now
  await planDeliveries(world.pool, notes(30), { clock })
  world.startWorker({ clock })
  await receiver.count(RATE)
  const nextSendAt = async (): Promise<unknown> =>
    (await world.pool.query('select next_send_at from webhooks.endpoint_health')).rows[0].next_send_at
  t.same(await nextSendAt(), new Date('2026-03-01T12:00:01.000Z'))
  now = new Date('2026-03-01T12:00:00.200Z')
  await receiver.count(RATE + 1)
  now = new Date('2026-03-01T13:00:00.000Z')
  await receiver.count(2 * RATE + 1)
  t.same(await nextSendAt(), new Date('2026-03-01T13:00:01.000Z'))
  t.equal(receiver.received.length, 2 * RATE + 1)
  await world.pool.query('update webhooks.deliveries set expedited = true where attempts = 0')
  await receiver.count(30)
  t.pass(`what its owner asks for goes to ${endpoint.id} past the rate`)
})
