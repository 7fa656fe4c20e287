import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

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
