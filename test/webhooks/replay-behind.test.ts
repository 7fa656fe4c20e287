import { randomUUID } from 'node:crypto'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

/** An endpoint to which so many notes are being replayed. */
async function openReplayed(t: Test, { maxPerSecond, notes }: { maxPerSecond: number; notes: number }) {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  await world.pool.query('update webhooks.endpoints set max_per_second = $1', [maxPerSecond])
  const replayed = Array.from({ length: notes }, () => note('company-a'))
  await planDeliveries(
    world.pool,
    replayed.map((one) => one.event('EcmrCreated')),
  )
  await world.pool.query('update webhooks.deliveries set replay_id = $1', [randomUUID()])
  return { ...world, receiver, replayed }
}

t.test('what has just happened goes before what is replayed, however much that is', async (t) => {
  const { pool, receiver, startWorker } = await openReplayed(t, { maxPerSecond: 5, notes: 300 })
  startWorker()
  await receiver.count(3)
  const fresh = note('company-a')
  await planDeliveries(pool, [fresh.event('EcmrCreated')])
  const isFresh = ({ json }: (typeof receiver.received)[number]) => json.data.id === fresh.id
  while (!receiver.received.some(isFresh)) await receiver.count(receiver.received.length + 1)
  const place = receiver.received.findIndex(isFresh)
  t.ok(place < 100, `it arrived as number ${place} of 301`)
})

t.test('what has just happened does not wait for earlier events of its note that are replayed', async (t) => {
  const { pool, receiver, replayed, startWorker } = await openReplayed(t, { maxPerSecond: 1, notes: 40 })
  startWorker()
  await receiver.count(1)
  const last = replayed.at(-1)
  if (last === undefined) throw new Error('no note')
  await planDeliveries(pool, [last.event('EcmrSigned')])
  while (!receiver.received.some(({ json }) => json.type === 'ecmr.signed')) {
    await receiver.count(receiver.received.length + 1)
  }
  const created = receiver.received.filter(({ json }) => json.type === 'ecmr.created')
  t.notOk(created.some(({ json }) => json.data.id === last.id))
})

t.test(
  'what a replay came to before it was planned is fresh from then on, though it comes twice',
  async (t) => {
    const { pool, register } = await openWorld(t)
    await register('company-a', 'http://127.0.0.1:9/')
    const [fresh, old] = [note('company-a').event('EcmrCreated'), note('company-a').event('EcmrCreated')]
    await planDeliveries(pool, [fresh, old])
    await pool.query('update webhooks.deliveries set replay_id = $1', [randomUUID()])
    await pool.query(`update webhooks.deliveries set status = 'delivered' where event_id = $1`, [old.id])
    await planDeliveries(pool, [fresh, fresh, old])
    const { rows } = await pool.query('select event_id, status, is_replay from webhooks.deliveries')
    t.same(new Set(rows.map((row) => JSON.stringify(row))).size, 2)
    const of = (id: string) => rows.find(({ event_id }) => event_id === id)
    t.match(of(fresh.id), { status: 'pending', is_replay: false })
    t.match(of(old.id), { status: 'delivered', is_replay: true }, 'what was delivered stays as it is')
  },
)

t.test('a replayed delivery that fails puts off nothing that has just happened', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, { json }) =>
    response.writeHead(json.type === 'ecmr.created' ? 500 : 200).end(),
  )
  await world.register('company-a', receiver.url)
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated')])
  await world.pool.query('update webhooks.deliveries set replay_id = $1', [randomUUID()])
  world.startWorker({ schedule: [0, 3_600_000] })
  await world.eventually('select 1 from webhooks.deliveries where failures = 1')
  await planDeliveries(world.pool, [one.event('EcmrSigned')])
  const [, signed] = await receiver.count(2)
  t.equal(signed?.json.type, 'ecmr.signed')
  await world.eventually(...settledAs('delivered'))
})
