import type { ServerResponse } from 'node:http'
import { openPool } from '@ecmr/postgres'
import { type Health, healthAfter, healthy, type Outcome } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { countStatements } from './support/count-statements.js'
import { note } from './support/events.js'
import { startProgram } from './support/fork.js'
import { startReceiver } from './support/receiver.js'
import { HOUR_MS, openReceiving } from './support/world.js'

const NOON = new Date('2026-03-01T12:00:00.000Z')

const after = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)
const failure = (different: Partial<Outcome> = {}): Outcome => ({
  kind: 'failed',
  at: NOON,
  probe: false,
  askedPauseMs: 0,
  ...different,
})
const success: Outcome = { ...failure(), kind: 'succeeded' }
const times = (count: number, outcome: Outcome): readonly Outcome[] =>
  Array.from({ length: count }, () => outcome)
const healthOf = (...outcomes: readonly Outcome[]): Health => outcomes.reduce(healthAfter, healthy)

t.test('ten failures in a row open the circuit for 30 seconds, nine do not', async (t) => {
  t.match(healthOf(...times(9, failure())), { failures: 9, times_opened: 0, open_until: null })
  t.same(healthOf(...times(10, failure())), {
    failures: 10,
    failing_since: NOON,
    times_opened: 1,
    open_until: after(30),
  })
})

t.test('a receiver that fails now and then does not open it', async (t) => {
  const outcomes = Array.from({ length: 50 }, () => [...times(9, failure()), success]).flat()
  for (const [index] of outcomes.entries()) {
    t.equal(healthOf(...outcomes.slice(0, index)).open_until, null)
  }
})

t.test('failures of attempts that began before it opened do not prolong it', async (t) => {
  const health = healthOf(...times(10, failure()), ...times(6, failure({ at: after(20) })))
  t.match(health, { failures: 16, times_opened: 1, open_until: after(30) })
})

t.test('each failed probe doubles the pause, up to ten minutes', async (t) => {
  const pauses: unknown[] = []
  let health = healthOf(...times(10, failure()))
  for (let probe = 0; probe < 7; probe += 1) {
    health = healthAfter(health, failure({ probe: true }))
    pauses.push(health.open_until)
  }
  t.same(
    pauses,
    [60, 120, 240, 480, 600, 600, 600].map((seconds) => after(seconds)),
  )
})

t.test('the pause is at least what the receiver asks for, up to ten minutes', async (t) => {
  const paused = (askedPauseMs: number) =>
    healthOf(...times(9, failure()), failure({ askedPauseMs })).open_until
  t.same(paused(5_000), after(30))
  t.same(paused(120_000), after(120))
  t.same(paused(HOUR_MS), after(600))
})

t.test('any success closes it, and it opens for 30 seconds again', async (t) => {
  const opened = healthOf(...times(10, failure()), failure({ probe: true }))
  t.same(healthAfter(opened, success), healthy)
  t.same([success, ...times(10, failure())].reduce(healthAfter, opened).open_until, after(30))
})

t.test('a probe that comes to nothing leaves the next one free at once', async (t) => {
  const opened = { ...healthOf(...times(10, failure())), open_until: after(60) }
  const unclear: Outcome = { ...failure(), kind: 'unclear', probe: true, at: after(1) }
  t.same(healthAfter(opened, unclear), { ...opened, open_until: after(1) })
  t.same(healthAfter(opened, { ...unclear, probe: false }), opened)
})

/** An endpoint whose circuit has opened at noon after ten attempts, with ten more deliveries that wait. */
async function openPaused(t: Test, headers: Record<string, string> = {}) {
  const state = { now: NOON, status: 503, held: undefined as ServerResponse[] | undefined }
  const clock = (): Date => state.now
  const world = await openReceiving(t, (response) => {
    response.writeHead(state.status, headers)
    if (state.held) state.held.push(response)
    else response.end()
  })
  const options = { clock, schedule: [0, 10 * HOUR_MS], limits: { atOncePerEndpoint: 1, stopMs: 0 } }
  world.startWorker(options)
  await world.create(20, 'company-a', clock)
  await world.eventually('select 1 from webhooks.endpoint_health where open_until is not null')
  const openUntil = async (): Promise<unknown> =>
    (await world.rows('select open_until from webhooks.endpoint_health'))[0].open_until
  /** Resolves when the workers have done all that they would do now. */
  const lookAround = async (): Promise<void> => {
    const other = await startReceiver(t)
    await world.register('company-b', other.url)
    await world.create(1, 'company-b', clock)
    await other.count(1)
  }
  return { ...world, state, options, openUntil, lookAround }
}

t.test('what waits for a paused endpoint uses up no attempt, and goes out when it answers', async (t) => {
  const { rows, settled, state, receiver, endpoint, openUntil, lookAround } = await openPaused(t)
  state.now = after(29)
  await lookAround()
  t.equal(receiver.received.length, 10)
  t.same(await openUntil(), after(30))
  const attempts = await rows(
    'select attempts, count(*)::int from webhooks.deliveries where endpoint_id = $1 group by 1 order by 1',
    [endpoint.id],
  )
  t.same(attempts, [
    { attempts: 0, count: 10 },
    { attempts: 1, count: 10 },
  ])
  state.status = 200
  state.now = after(31)
  await receiver.count(20)
  const [delivery] = await settled('delivered', 11)
  t.equal(delivery.attempts, 1)
  t.equal(await openUntil(), null)
})

t.test('one probe is under way at a time, however many workers there are', async (t) => {
  const { eventually, startWorker, state, receiver, options, openUntil, lookAround } = await openPaused(t)
  startWorker({ ...options, limits: { ...options.limits, atOncePerEndpoint: 16 } })
  state.held = []
  state.now = after(31)
  await receiver.count(11)
  await lookAround()
  t.equal(receiver.received.length, 11)
  for (const response of state.held) response.end()
  await eventually('select 1 from webhooks.endpoint_health where times_opened = 2')
  t.same(await openUntil(), after(31 + 60), 'it failed, so the pause is doubled')
})

t.test('Retry-After of the failure that opens the circuit prolongs the pause', async (t) => {
  const { openUntil } = await openPaused(t, { 'retry-after': '120' })
  t.same(await openUntil(), after(120))
})

t.test('what its owner requests passes the circuit, and its success closes it', async (t) => {
  const { rows, settled, state, receiver, openUntil } = await openPaused(t)
  state.status = 200
  await rows(
    `update webhooks.deliveries set expedited = true
     where id = (select id from webhooks.deliveries where attempts = 0 limit 1)`,
  )
  await receiver.count(20)
  await settled('delivered', 10)
  t.equal(await openUntil(), null)
})

t.test('a paused endpoint costs no claims', async (t) => {
  const { url, create, fail, startWorker, receiver, endpoint } = await openReceiving(t)
  await fail(endpoint.id, new Date(Date.now() + 2_000))
  await create(20)
  const pool = openPool({ url, max: 3, name: 'counted' })
  const statements = countStatements(pool)
  const worker = startWorker({ pool, limits: { pollMs: 600_000 } })
  await receiver.count(1)
  t.ok(statements() < 20, `${statements()} statements until the pause was over`)
  await receiver.count(20)
  await worker.stop()
  await pool.end()
})

t.test('a probe whose worker was killed is made again when its lease has run out', async (t) => {
  const { url, create, fail, startWorker, settled, receiver, endpoint } = await openReceiving(
    t,
    (response, _, nth) => nth > 1 && response.end(),
  )
  await fail(endpoint.id, new Date())
  await create(5)
  const worker = startProgram(t, 'worker-process', [url])
  await receiver.count(1)
  await worker.kill()
  t.equal(receiver.received.length, 1)
  startWorker()
  const [again = 0, ...others] = (await settled('delivered', 5))
    .map((delivery) => delivery.attempts)
    .sort()
    .toReversed()
  // A busy machine may be too slow for an attempt after that one as well.
  t.ok(again >= 2, `the probe was made ${again} times`)
  t.same(others, [1, 1, 1, 1])
})

t.test('a receiver that fails every third time gets everything without a pause', async (t) => {
  const { create, startWorker, settled } = await openReceiving(t, (response, _, nth) =>
    response.writeHead(nth % 3 === 0 ? 500 : 200).end(),
  )
  // The clock stands still: a paused endpoint stays paused.
  const clock = () => NOON
  startWorker({ clock, schedule: Array.from({ length: 50 }, () => 0) })
  await create(100, 'company-a', clock)
  const deliveries = await settled('delivered', 100)
  t.ok(deliveries.some(({ attempts }) => attempts > 1))
})

/** An endpoint that has failed so often since then, a replay to it, and two deliveries of which the first fails now. */
async function failAgain(t: Test, failures: number, since: string) {
  const world = await openReceiving(t, (response) => response.writeHead(500).end())
  const { endpoint, rows } = world
  await rows(
    'insert into webhooks.endpoint_health (endpoint_id, failures, failing_since) values ($1, $2, $3)',
    [endpoint.id, failures, since],
  )
  await rows(
    `insert into webhooks.replays (id, endpoint_id, company_id, until_position, events, only_failed, created_at)
     values (gen_random_uuid(), $1, 'company-a', '1', '{}', false, now())`,
    [endpoint.id],
  )
  await world.plan(...note().events('EcmrCreated', 'EcmrSigned'))
  world.startWorker({ clock: () => after(5 * 24 * 3_600), schedule: [0, HOUR_MS] })
  await rows('update webhooks.deliveries set next_attempt_at = $1', [NOON])
  await world.eventually('select 1 from webhooks.endpoint_health where failures = $1', [failures + 1])
  const [state] = await rows('select status, status_reason from webhooks.endpoints')
  const [replay] = await rows('select status, status_reason from webhooks.replays')
  return { ...world, state, replay }
}

t.test('after five days and ten attempts of nothing but failures an endpoint is disabled', async (t) => {
  const { settled, changes, endpoint, receiver, state, replay } = await failAgain(t, 9, NOON.toISOString())
  t.same(state, { status: 'disabled', status_reason: 'failing' })
  t.same(replay, { status: 'cancelled', status_reason: 'webhook_disabled' })
  const deliveries = await settled('cancelled', 2)
  t.match(deliveries[0].log, [{ response_status: 500 }], 'the attempt is on record')
  t.equal(deliveries[1].attempts, 0)
  t.equal(receiver.received.length, 1)
  t.match(changes.at(-1), {
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
