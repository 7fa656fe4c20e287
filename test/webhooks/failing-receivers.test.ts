import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

t.test('redirects are not followed', async (t) => {
  const canary = await startReceiver(t)
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(307, { location: canary.url }).end(),
  )
  const world = await openWorld(t)
  await world.register('company-a', receiver.url)
  world.startWorker({ schedule: [0, 1] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ response_status: 307, error: /^redirect/ }, { response_status: 307 }])
  t.equal(canary.received.length, 0)
})

t.test('a name that DNS does not know costs an attempt', async (t) => {
  const world = await openWorld(t)
  const resolve = async (): Promise<never> => Promise.reject(new Error('ENOTFOUND'))
  await world.register('company-a', 'http://receiver.test/')
  world.startWorker({ schedule: [0], resolve })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^no_public_address/ }])
})

t.test('DNS that never answers is given up', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://receiver.test/')
  const resolve = () => new Promise<never>(() => undefined)
  world.startWorker({ schedule: [0], resolve, deadlines: { dnsMs: 50, connectMs: 5_000, totalMs: 5_000 } })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^no_public_address/ }])
  t.ok(delivery.log[0].duration_ms < 2_000)
})

t.test('no proxy is used, whatever the environment says', async (t) => {
  const world = await openWorld(t)
  const [proxy, receiver] = [await startReceiver(t), await startReceiver(t)]
  const before = process.env
  process.env = { ...before, HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url }
  t.teardown(() => {
    process.env = before
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  t.equal(proxy.received.length, 0)
})
