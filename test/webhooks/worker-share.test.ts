import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { startCrudeServer } from './support/crude-server.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld } from './support/world.js'

const notes = (company: string, count: number) =>
  Array.from({ length: count }, () => note(company).event('EcmrCreated'))

t.test('an endpoint is sent 16 at a time by all workers together', async (t) => {
  const world = await openWorld(t)
  const dead = await startCrudeServer(t, () => undefined)
  await world.register('company-a', dead.url)
  const options = { limits: { signMs: 20, stopMs: 0 } }
  const first = world.startWorker(options)
  world.startWorker(options)
  const [{ at }] = await world.eventually(
    'select max(seen_at) as at from webhooks.workers having count(*) = 2',
  )
  // The first has given two more signs of life since, so it knows of the second.
  await world.eventually(
    `select 1 from webhooks.workers where seen_at > $1::timestamptz + interval '50 ms' having count(*) = 2`,
    [at],
  )
  await planDeliveries(world.pool, notes('company-a', 60))
  const underWay = (count: number) =>
    world.eventually(
      'select 1 from webhooks.deliveries where leased_until is not null having count(*) >= $1',
      [count],
    )
  await underWay(16)
  const other = await startReceiver(t)
  await world.register('company-b', other.url)
  await planDeliveries(world.pool, notes('company-b', 50))
  await other.count(50)
  t.equal(dead.connections(), 16, 'no more though both have looked for work since')
  await first.stop()
  await world.eventually('select 1 from webhooks.workers having count(*) = 1')
  await underWay(16)
  t.pass('the one that is left takes over the share of the other')
})

t.test('a worker that has died does not count any more after 15 seconds', async (t) => {
  const world = await openWorld(t)
  await world.pool.query(
    `insert into webhooks.workers (id, seen_at)
     select gen_random_uuid(), now() - interval '16 seconds' from generate_series(1, 15)`,
  )
  const dead = await startCrudeServer(t, () => undefined)
  await world.register('company-a', dead.url)
  await planDeliveries(world.pool, notes('company-a', 40))
  world.startWorker({ limits: { stopMs: 0 } })
  await world.eventually(
    'select 1 from webhooks.deliveries where leased_until is not null having count(*) = 16',
  )
  const { rows } = await world.pool.query('select 1 from webhooks.workers')
  t.equal(rows.length, 1)
})

t.test('each worker may send one at a time, however many there are', async (t) => {
  const world = await openWorld(t)
  await world.pool.query(
    'insert into webhooks.workers (id, seen_at) select gen_random_uuid(), now() from generate_series(1, 40)',
  )
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  await planDeliveries(world.pool, notes('company-a', 5))
  world.startWorker()
  await receiver.count(5)
  t.equal(receiver.received.length, 5)
})
