import { randomUUID } from 'node:crypto'
import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const NOON = new Date('2026-03-06T12:00:00.000Z')
const FIVE_DAYS_AGO = '2026-03-01T12:00:00.000Z'
const clock = () => NOON

/** An endpoint that has failed so often since then, a replay to it, and two deliveries of which the first fails now. */
async function failAgain(t: Parameters<typeof openWorld>[0], failures: number, since: string) {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end())
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.pool.query(
    'insert into webhooks.endpoint_health (endpoint_id, failures, failing_since) values ($1, $2, $3)',
    [endpoint.id, failures, since],
  )
  await world.pool.query(
    `insert into webhooks.replays (id, endpoint_id, company_id, until_position, events, only_failed, created_at)
     values ($1, $2, 'company-a', '1', '{}', false, $3)`,
    [randomUUID(), endpoint.id, NOON],
  )
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')], { clock })
  world.startWorker({ clock, schedule: [0, 3_600_000] })
  await world.eventually('select 1 from webhooks.endpoint_health where failures = $1', [failures + 1])
  const { rows } = await world.pool.query('select status, status_reason from webhooks.endpoints')
  const { rows: replays } = await world.pool.query('select status, status_reason from webhooks.replays')
  return { world, endpoint, receiver, state: rows[0], replay: replays[0] }
}

t.test('after five days and ten attempts of nothing but failures an endpoint is disabled', async (t) => {
  const { world, endpoint, receiver, state, replay } = await failAgain(t, 9, FIVE_DAYS_AGO)
  t.same(state, { status: 'disabled', status_reason: 'failing' })
  t.same(replay, { status: 'cancelled', status_reason: 'webhook_disabled' })
  const deliveries = await world.eventually(...settledAs('cancelled', 2))
  t.match(deliveries[0].log, [{ response_status: 500 }], 'the attempt is on record')
  t.equal(deliveries[1].attempts, 0)
  t.equal(receiver.received.length, 1)
  t.match(world.changes.at(-1), {
    type: 'WebhookDisabled',
    company_id: 'company-a',
    data: { webhook_id: endpoint.id, reason: 'failing' },
    actor: { kind: 'system' },
  })
})

t.test('it is not before five days are over, or with fewer attempts', async (t) => {
  const active = { status: 'active', status_reason: null }
  t.same((await failAgain(t, 500, '2026-03-01T12:00:00.001Z')).state, active)
  t.same((await failAgain(t, 8, '2026-02-01T12:00:00.000Z')).state, active)
})
