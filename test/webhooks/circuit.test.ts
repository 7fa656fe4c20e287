import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { openPool } from '@ecmr/postgres'
import { type Health, healthAfter, healthy, type Outcome, planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { countStatements } from './support/count-statements.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const HOUR_MS = 3_600_000

const after = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)
const failure = (said: Partial<Outcome> = {}): Outcome => ({
  kind: 'failed',
  at: NOON,
  probe: false,
  askedPauseMs: 0,
  ...said,
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

const notes = (count: number) => Array.from({ length: count }, () => note('company-a').event('EcmrCreated'))

/** An endpoint whose circuit has opened at noon after ten attempts, with ten more deliveries that wait. */
async function openPaused(t: Parameters<typeof openWorld>[0], headers: Record<string, string> = {}) {
  const world = await openWorld(t)
  const state = { now: NOON, status: 503, held: undefined as ServerResponse[] | undefined }
  const clock = (): Date => state.now
  const receiver = await startReceiver(t, (response) => {
    response.writeHead(state.status, headers)
    if (state.held) state.held.push(response)
    else response.end()
  })
  const { endpoint } = await world.register('company-a', receiver.url)
  const options = { clock, schedule: [0, 10 * HOUR_MS], limits: { atOncePerEndpoint: 1, stopMs: 0 } }
  const worker = world.startWorker(options)
  await planDeliveries(world.pool, notes(20), { clock })
  await world.eventually('select 1 from webhooks.endpoint_health where open_until is not null')
  const openUntil = async (): Promise<unknown> =>
    (await world.pool.query('select open_until from webhooks.endpoint_health')).rows[0].open_until
  /** Resolves when the workers have done all that they would do now. */
  const lookAround = async (): Promise<void> => {
    const other = await startReceiver(t)
    await world.register('company-b', other.url)
    await planDeliveries(world.pool, [note('company-b').event('EcmrCreated')], { clock })
    await other.count(1)
  }
  return { world, state, receiver, endpoint, options, worker, openUntil, lookAround }
}

t.test(
  'what waits for a paused endpoint uses up no attempt, and goes out when it answers again',
  async (t) => {
    const { world, state, receiver, endpoint, openUntil, lookAround } = await openPaused(t)
    state.now = after(29)
    await lookAround()
    t.equal(receiver.received.length, 10)
    t.same(await openUntil(), after(30))
    const { rows } = await world.pool.query(
      'select attempts, count(*)::int from webhooks.deliveries where endpoint_id = $1 group by 1 order by 1',
      [endpoint.id],
    )
    t.same(rows, [
      { attempts: 0, count: 10 },
      { attempts: 1, count: 10 },
    ])
    state.status = 200
    state.now = after(31)
    await receiver.count(20)
    const [delivery] = await world.eventually(...settledAs('delivered', 11))
    t.equal(delivery.attempts, 1)
    t.equal(await openUntil(), null)
  },
)

t.test('one probe is under way at a time, however many workers there are', async (t) => {
  const { world, state, receiver, options, openUntil, lookAround } = await openPaused(t)
  world.startWorker({ ...options, limits: { ...options.limits, atOncePerEndpoint: 16 } })
  state.held = []
  state.now = after(31)
  await receiver.count(11)
  await lookAround()
  t.equal(receiver.received.length, 11)
  for (const response of state.held) response.end()
  await world.eventually('select 1 from webhooks.endpoint_health where times_opened = 2')
  t.same(await openUntil(), after(31 + 60), 'it failed, so the pause is doubled')
})

t.test('Retry-After of the failure that opens the circuit prolongs the pause', async (t) => {
  const { openUntil } = await openPaused(t, { 'retry-after': '120' })
  t.same(await openUntil(), after(120))
})

t.test('what its owner asks for passes the circuit, and its success closes it', async (t) => {
  const { world, state, receiver, openUntil } = await openPaused(t)
  state.status = 200
  await world.pool.query(
    `update webhooks.deliveries set expedited = true
     where id = (select id from webhooks.deliveries where attempts = 0 limit 1)`,
  )
  await receiver.count(20)
  await world.eventually(...settledAs('delivered', 10))
  t.equal(await openUntil(), null)
})

t.test('a paused endpoint costs no claims', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now() + interval '2 seconds')`,
    [endpoint.id],
  )
  await planDeliveries(world.pool, notes(20))
  const pool = openPool({ url: world.url, max: 3, name: 'counted' })
  const asked = countStatements(pool)
  const worker = world.startWorker({ pool, limits: { pollMs: 600_000 } })
  await receiver.count(1)
  t.ok(asked() < 20, `${asked()} statements until the pause was over`)
  await receiver.count(20)
  await worker.stop()
  await pool.end()
})

t.test('a probe whose worker was killed is made again when its lease has run out', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => {
    if (nth > 1) response.end()
  })
  const { endpoint } = await world.register('company-a', receiver.url)
  await world.pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now())`,
    [endpoint.id],
  )
  await planDeliveries(world.pool, notes(5))
  const script = fileURLToPath(new URL('./support/worker-process.js', import.meta.url))
  const worker = fork(script, [world.url])
  t.teardown(() => worker.kill('SIGKILL'))
  await receiver.count(1)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  t.equal(receiver.received.length, 1)
  world.startWorker()
  const deliveries = await world.eventually(...settledAs('delivered', 5))
  const attempts = deliveries.map((delivery) => delivery.attempts)
  t.same(
    attempts.sort((a, b) => a - b),
    [1, 1, 1, 1, 2],
  )
})

t.test('a receiver that fails every third time gets everything without a pause', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) =>
    response.writeHead(nth % 3 === 0 ? 500 : 200).end(),
  )
  await world.register('company-a', receiver.url)
  // The clock stands still: a paused endpoint stays paused.
  const clock = () => NOON
  world.startWorker({ clock, schedule: times(50, failure()).map(() => 0) })
  await planDeliveries(world.pool, notes(100), { clock })
  const deliveries = await world.eventually(...settledAs('delivered', 100))
  t.ok(deliveries.some(({ attempts }) => attempts > 1))
})
