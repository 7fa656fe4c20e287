import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { startCrudeServer } from './support/crude-server.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

t.test('410 disables the endpoint, cancels what waits for it and is audited', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(410).end())
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')])
  const deliveries = await world.eventually(...settledAs('cancelled', 2))
  t.match(deliveries[0].log, [{ response_status: 410, error: /^gone/ }])
  t.equal(deliveries[1].log, null, 'the second was never attempted')
  t.match(world.changes.at(-1), {
    type: 'WebhookDisabled',
    company_id: 'company-a',
    data: { webhook_id: endpoint.id, reason: 'gone' },
  })
  await planDeliveries(world.pool, [one.event('DeliveryConfirmed')])
  const { rows } = await world.pool.query('select 1 from webhooks.deliveries')
  t.equal(rows.length, 2, 'nothing more is planned for it')
})

const NOON = new Date('2026-03-01T12:00:00.000Z')

interface Refusal {
  readonly status: number
  readonly retryAfter?: string
  readonly again: string
}

/** Sends at noon, with a pause of an hour in the schedule, to receivers that refuse, and looks when it is tried again. */
async function triedAgain(t: Test, random: number, refusals: readonly Refusal[]): Promise<void> {
  const world = await openWorld(t)
  const clock = () => NOON
  const endpoints = new Map<string, Refusal>()
  for (const refusal of refusals) {
    const headers = refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter }
    const receiver = await startReceiver(t, (response) => response.writeHead(refusal.status, headers).end())
    endpoints.set((await world.register('company-a', receiver.url)).endpoint.id, refusal)
  }
  world.startWorker({ clock, schedule: [0, 3_600_000], random: () => random })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')], { clock })
  const failed = await world.eventually(
    `select * from webhooks.deliveries
     where (select count(*) from webhooks.deliveries where failures = 1) = $1`,
    [refusals.length],
  )
  for (const { endpoint_id, next_attempt_at } of failed) {
    const { again, retryAfter } = endpoints.get(endpoint_id) ?? {}
    t.equal(next_attempt_at.toISOString(), again, retryAfter ?? 'no Retry-After')
  }
}

t.test('pauses are up to 20 % shorter or longer', async (t) => {
  await triedAgain(t, 0, [{ status: 500, again: '2026-03-01T12:48:00.000Z' }])
  await triedAgain(t, 1, [{ status: 500, again: '2026-03-01T13:12:00.000Z' }])
})

t.test('Retry-After is honoured up to 24 hours, but does not shorten the schedule', async (t) => {
  await triedAgain(t, 0.5, [
    { status: 429, retryAfter: '7200', again: '2026-03-01T14:00:00.000Z' },
    { status: 503, retryAfter: '7200', again: '2026-03-01T14:00:00.000Z' },
    { status: 429, retryAfter: 'Sun, 01 Mar 2026 15:00:00 GMT', again: '2026-03-01T15:00:00.000Z' },
    { status: 429, retryAfter: '999999999', again: '2026-03-02T12:00:00.000Z' },
    { status: 429, retryAfter: '1', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'Sun, 01 Mar 2020 15:00:00 GMT', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'in a while', again: '2026-03-01T13:00:00.000Z' },
  ])
})

t.test('a dead receiver does not hold up another', async (t) => {
  const world = await openWorld(t)
  const dead = await startCrudeServer(t, () => undefined)
  const alive = await startReceiver(t)
  const { endpoint } = await world.register('company-a', dead.url)
  await world.register('company-a', alive.url)
  world.startWorker({ limits: { stopMs: 0 } })
  const notes = Array.from({ length: 40 }, () => note('company-a').event('EcmrCreated'))
  await planDeliveries(world.pool, notes)
  await alive.count(40)
  const { rows } = await world.pool.query(
    'select 1 from webhooks.deliveries where endpoint_id = $1 and leased_until is not null',
    [endpoint.id],
  )
  t.equal(rows.length, 16, 'the dead one has its 16 attempts under way, and no more')
  t.equal(dead.connections(), 16)
})
