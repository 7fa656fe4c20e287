import type { ServerResponse } from 'node:http'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

/** An endpoint whose address is changed while an attempt at the old one is under way. */
async function changeMeanwhile(t: Test) {
  const world = await openWorld(t)
  const held: ServerResponse[] = []
  const old = await startReceiver(t, (response) => held.push(response))
  await world.register('company-a', old.url)
  world.startWorker({ schedule: [0, 0, 0] })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await old.count(1)
  const fresh = await startReceiver(t)
  await world.pool.query('update webhooks.endpoints set url = $1', [fresh.url])
  const answer = (status: number): void => held.forEach((response) => void response.writeHead(status).end())
  return { world, fresh, answer }
}

t.test(
  'an address that was left cannot disable the endpoint; what it refused goes to the new one',
  async (t) => {
    const { world, fresh, answer } = await changeMeanwhile(t)
    answer(410)
    await fresh.count(1)
    const [delivery] = await world.eventually(...settledAs('delivered'))
    t.match(delivery.log, [{ response_status: 410 }, { response_status: 200 }])
    const { rows } = await world.pool.query('select status from webhooks.endpoints')
    t.same(rows, [{ status: 'active' }])
  },
)

t.test('failures at an address that was left are not held against the new one', async (t) => {
  const { world, fresh, answer } = await changeMeanwhile(t)
  await world.pool.query(`update webhooks.endpoints set url = 'http://127.0.0.1:1/'`)
  answer(500)
  await world.eventually(`select 1 from webhooks.deliveries where status = 'exhausted'`)
  const { rows } = await world.pool.query('select failures from webhooks.endpoint_health')
  t.same(rows, [{ failures: 2 }], 'two at the new address')
  t.equal(fresh.received.length, 0)
})
