import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { startProgram } from './support/fork.js'
import { startReceiver } from './support/receiver.js'
import { HOUR_MS, NOWHERE, openReceiving, openWorld } from './support/world.js'

t.test('410 disables the endpoint, cancels what waits for it and is audited', async (t) => {
  const world = await openReceiving(t, (response) => response.writeHead(410).end())
  world.startWorker()
  const one = note()
  await world.plan(...one.events('EcmrCreated', 'EcmrSigned'))
  const deliveries = await world.settled('cancelled', 2)
  t.match(deliveries[0].log, [{ response_status: 410, error: /^gone/ }])
  t.equal(deliveries[1].log, null, 'the second was never attempted')
  t.match(world.changes.at(-1), {
    type: 'WebhookDisabled',
    company_id: 'company-a',
    data: { webhook_id: world.endpoint.id, reason: 'gone' },
  })
  await world.plan(one.event('DeliveryConfirmed'))
  t.equal((await world.rows('select 1 from webhooks.deliveries')).length, 2, 'nothing more is planned for it')
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
  world.startWorker({ clock, schedule: [0, HOUR_MS], random: () => random })
  await world.create(1, 'company-a', clock)
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
    { status: 429, retryAfter: '9'.repeat(400), again: '2026-03-02T12:00:00.000Z' },
    { status: 429, retryAfter: 'Fri, 31 Dec 9999 23:59:59 GMT', again: '2026-03-02T12:00:00.000Z' },
    { status: 429, retryAfter: '-5', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: '1', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'Sun, 01 Mar 2020 15:00:00 GMT', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'in a while', again: '2026-03-01T13:00:00.000Z' },
  ])
})

t.test('DNS that does not know a name, or never answers, costs an attempt', async (t) => {
  for (const resolve of [
    () => Promise.reject(new Error('ENOTFOUND')),
    () => new Promise<never>(() => undefined),
  ]) {
    const { register, create, startWorker, settled } = await openWorld(t)
    await register('company-a', NOWHERE.replace('127.0.0.1', 'receiver.test'))
    startWorker({ schedule: [0], resolve, deadlines: { dnsMs: 50, connectMs: HOUR_MS, totalMs: HOUR_MS } })
    await create()
    const [delivery] = await settled('exhausted')
    t.match(delivery.log, [{ error: /^no_public_address/ }])
  }
})

t.test('retries survive a restart of the worker', async (t) => {
  let status = 503
  const world = await openReceiving(t, (response) => response.writeHead(status).end())
  const first = world.startWorker({ schedule: [0, 1, HOUR_MS, 1] })
  await world.create()
  await world.eventually('select 1 from webhooks.deliveries where failures = 2')
  await first.stop()
  status = 200
  world.startWorker({ clock: () => new Date(Date.now() + 2 * HOUR_MS) })
  const [delivery] = await world.settled('delivered')
  t.match(delivery.log, [{ response_status: 503 }, { response_status: 503 }, { response_status: 200 }])
  t.equal(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

t.test('what a killed worker was sending is sent again under the same id after its lease', async (t) => {
  const world = await openReceiving(t, (response, _, nth) => nth > 10 && response.end())
  const { receiver } = world
  await world.create(10)
  const worker = startProgram(t, 'worker-process', [world.url])
  await receiver.count(10)
  await worker.kill()
  world.startWorker()
  for (const { id, log } of await world.settled('delivered', 10)) {
    t.match(log, [
      { number: 1, error: /^interrupted/, response_status: null },
      { number: 2, response_status: 200 },
    ])
    const own = receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
    t.same(
      own.map(({ headers }) => headers['webhook-attempt']),
      ['1', '2'],
    )
  }
  t.equal(receiver.received.length, 20)
})

t.test('a stopping worker waits for attempts under way', async (t) => {
  const answers: ServerResponse[] = []
  const world = await openReceiving(t, (response) => answers.push(response))
  const worker = world.startWorker()
  await world.create()
  await world.receiver.count(1)
  const stopping = worker.stop()
  for (const response of answers) response.end()
  await stopping
  t.same(await world.rows(`select status, attempts from webhooks.deliveries`), [
    { status: 'delivered', attempts: 1 },
  ])
})

t.test('a stopping worker breaks off what takes too long, and the next one sends it at once', async (t) => {
  const world = await openReceiving(t, (response, _, nth) => nth > 1 && response.end())
  const worker = world.startWorker({ limits: { stopMs: 10 } })
  await world.create()
  await world.receiver.count(1)
  await worker.stop()
  const state = await world.rows('select status, failures, leased_until from webhooks.deliveries')
  t.same(state, [{ status: 'pending', failures: 0, leased_until: null }], 'the receiver is not blamed')
  world.startWorker()
  const [first, second] = await world.receiver.count(2)
  t.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
})

t.test('two workers never send the same delivery at the same time', async (t) => {
  const { create, startWorker, settled, receiver } = await openReceiving(t)
  startWorker()
  startWorker()
  for (let batch = 0; batch < 10; batch++) await create(20)
  await settled('delivered', 200)
  t.equal(receiver.received.length, 200)
})
