import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

t.test('retries survive a restart of the worker', async (t) => {
  const world = await openWorld(t)
  let status = 503
  const receiver = await startReceiver(t, (response) => response.writeHead(status).end())
  await world.register('company-a', receiver.url)
  const first = world.startWorker({ schedule: [0, 1, 3_600_000, 1] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await world.eventually('select 1 from webhooks.deliveries where failures = 2')
  await first.stop()
  status = 200
  const inTwoHours = () => new Date(Date.now() + 7_200_000)
  world.startWorker({ clock: inTwoHours })
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.match(delivery.log, [{ response_status: 503 }, { response_status: 503 }, { response_status: 200 }])
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

t.test(
  'what a killed worker was sending is sent again under the same id, once its lease has run out',
  async (t) => {
    const world = await openWorld(t)
    const receiver = await startReceiver(t, (response, _, nth) => {
      if (nth > 10) response.end()
    })
    await world.register('company-a', receiver.url)
    const notes = Array.from({ length: 10 }, () => note('company-a').event('EcmrCreated'))
    await planDeliveries(world.pool, notes)
    const worker = fork(fileURLToPath(new URL('./support/worker-process.js', import.meta.url)), [world.url])
    t.teardown(() => worker.kill('SIGKILL'))
    await receiver.count(10)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    world.startWorker()
    const deliveries = await world.eventually(...settledAs('delivered', 10))
    for (const { id, log } of deliveries) {
      t.match(log, [
        { number: 1, error: /^interrupted/, response_status: null },
        { number: 2, response_status: 200 },
      ])
      t.same(
        receiver.received
          .filter(({ headers }) => headers['webhook-id'] === id)
          .map(({ headers }) => headers['webhook-attempt']),
        ['1', '2'],
      )
    }
    t.equal(receiver.received.length, 20)
  },
)

t.test('a stopping worker waits for attempts under way', async (t) => {
  const world = await openWorld(t)
  const answers: (() => void)[] = []
  const receiver = await startReceiver(t, (response) => answers.push(() => response.end()))
  await world.register('company-a', receiver.url)
  const worker = world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  const stopping = worker.stop()
  for (const answer of answers) answer()
  await stopping
  const { rows } = await world.pool.query(`select status, attempts from webhooks.deliveries`)
  t.same(rows, [{ status: 'delivered', attempts: 1 }])
})

t.test('a stopping worker breaks off what takes too long, and the next one sends it at once', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => {
    if (nth > 1) response.end()
  })
  await world.register('company-a', receiver.url)
  const worker = world.startWorker({ limits: { stopMs: 10 } })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  await worker.stop()
  const { rows } = await world.pool.query('select status, failures, leased_until from webhooks.deliveries')
  t.same(rows, [{ status: 'pending', failures: 0, leased_until: null }], 'the receiver is not blamed')
  world.startWorker()
  await receiver.count(2)
  const [first, second] = receiver.received
  t.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
})

t.test('two workers never send the same delivery at the same time', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  world.startWorker()
  world.startWorker()
  for (let batch = 0; batch < 10; batch++) {
    await planDeliveries(
      world.pool,
      Array.from({ length: 20 }, () => note('company-a').event('EcmrCreated')),
    )
  }
  await world.eventually(...settledAs('delivered', 200))
  t.equal(receiver.received.length, 200)
})
