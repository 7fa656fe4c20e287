import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

type World = Awaited<ReturnType<typeof openWorld>>

/** Makes an endpoint's only delivery a test of it. */
const makeTest = (world: World) =>
  world.pool.query('update webhooks.deliveries set is_test = true, expedited = true')

t.test(
  'a test is attempted once, also at a disabled endpoint, and its failure is not held against it',
  async (t) => {
    const world = await openWorld(t)
    const receiver = await startReceiver(t, (response) => response.writeHead(500).end())
    await world.register('company-a', receiver.url)
    await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
    await makeTest(world)
    await world.pool.query(`update webhooks.endpoints set status = 'disabled', status_reason = 'owner'`)
    world.startWorker({ schedule: [0, 0, 0] })
    const [delivery] = await world.eventually(...settledAs('exhausted'))
    t.match(delivery, { attempts: 1, failures: 1, expedited: false, log: [{ response_status: 500 }] })
    const { rows } = await world.pool.query('select 1 from webhooks.endpoint_health where failures > 0')
    t.equal(rows.length, 0)
  },
)

t.test('a test that succeeds shows that the endpoint answers again', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now() + interval '1 hour')`,
    [endpoint.id],
  )
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await makeTest(world)
  world.startWorker()
  await world.eventually(...settledAs('delivered'))
  const { rows } = await world.pool.query(
    'select failures, failing_since, open_until from webhooks.endpoint_health',
  )
  t.same(rows, [{ failures: 0, failing_since: null, open_until: null }])
})

t.test('what its owner asks for does not wait for what comes before it, once', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end())
  await world.register('company-a', receiver.url)
  world.startWorker({ schedule: [0, 3_600_000] })
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')])
  await world.eventually('select 1 from webhooks.deliveries where failures = 1')
  await world.pool.query(
    'update webhooks.deliveries set expedited = true, next_attempt_at = now() where version = 2',
  )
  await receiver.count(2)
  t.equal(receiver.received[1]?.json.data.version, 2)
  const [second] = await world.eventually(
    'select * from webhooks.deliveries where version = 2 and failures = 1',
  )
  t.match(second, { expedited: false, status: 'pending' })
})

t.test('what its owner asked for goes first again when we broke it off', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, () => undefined)
  await world.register('company-a', receiver.url)
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await makeTest(world)
  const worker = world.startWorker({ limits: { stopMs: 0 } })
  await receiver.count(1)
  await worker.stop()
  const { rows } = await world.pool.query('select status, expedited from webhooks.deliveries')
  t.same(rows, [{ status: 'pending', expedited: true }])
})
