import { planDeliveries } from '@ecmr/webhooks'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { note } from './support/events.js'
import { type Received, startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

function verify(secret: string, { body, headers }: Received): unknown {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return new Webhook(secret).verify(body.toString(), plain)
}

t.test('an independent library accepts the signature over the very bytes', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { secret } = await world.register('company-a', receiver.url)
  const other = await world.register('company-b', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [request] = await receiver.count(1)
  if (request === undefined) throw new Error('nothing received')
  t.match(verify(secret, request), { type: 'ecmr.created' })
  t.throws(
    () => verify(secret, { ...request, body: Buffer.from(`${request.body} `) }),
    'a byte more is refused',
  )
  t.throws(() => verify(other.secret, request), 'the secret of another endpoint is refused')
  t.match(request.headers, { 'content-type': 'application/json', 'user-agent': /^eCMR/ })
  t.notOk('accept-encoding' in request.headers, 'nothing compressed is asked for')
})

t.test('the outcome is recorded with the answer and the time it took', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(202).end('x'.repeat(5_000)))
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.equal(delivery.id, receiver.received[0]?.headers['webhook-id'])
  t.match(delivery.log, [{ number: 1, response_status: 202, error: null, response_body: 'x'.repeat(4_096) }])
  t.type(delivery.log[0].duration_ms, 'number')
  t.equal(delivery.log[0].response_body.length, 4_096)
})

t.test('every attempt sends the same bytes under the same id, counted and signed anew', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => response.writeHead(nth < 3 ? 500 : 200).end())
  const { secret } = await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const requests = await receiver.count(3)
  t.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.equal(new Set(requests.map(({ body }) => body.toString('hex'))).size, 1)
  t.same(
    requests.map(({ headers }) => headers['webhook-attempt']),
    ['1', '2', '3'],
  )
  for (const request of requests) t.ok(verify(secret, request))
})

t.test('each endpoint of an event has a webhook-id of its own, the event has one id', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const requests = await receiver.count(2)
  t.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 2)
  t.equal(new Set(requests.map(({ json }) => json.id)).size, 1)
})
