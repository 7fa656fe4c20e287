import t, { type Test } from 'tap'
import { type HostileKind, hostileKinds } from './support/hostile/kinds.js'
import { startNeverAccepting } from './support/hostile/never-accepting.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, type World } from './support/world.js'

const TOTAL_MS = 500
/** The system's buffers take some megabytes on their own, before anything is read. */
const MOST_SENT = 20 * 1024 * 1024

const DELIVERY = `
  select d.status, d.attempts,
    (select json_agg(a order by a.number) from webhooks.attempts a where a.delivery_id = d.id) as log
  from webhooks.deliveries d
  where d.endpoint_id = $1 and (d.finished_at is not null or d.next_attempt_at > now() + interval '10 s')`

/** Sends an event to a hostile receiver, and looks at what became of it. */
async function prove(t: Test, world: World, { name, start, outcome }: HostileKind): Promise<void> {
  const receiver = await start()
  t.teardown(receiver.stop)
  const { endpoint } = await world.register(name, receiver.url)
  await world.create(1, name)
  const [delivery] = await world.eventually(DELIVERY, [endpoint.id])
  t.match(delivery, { status: outcome.delivery, attempts: outcome.attempts })
  t.equal(delivery.log.length, outcome.attempts)
  for (const attempt of delivery.log) {
    t.equal(attempt.response_status, outcome.status)
    t.match(attempt.error, outcome.error)
    if (outcome.body) t.match(attempt.response_body, outcome.body)
    if (outcome.hangs) t.ok(attempt.duration_ms > TOTAL_MS * 0.9, `took only ${attempt.duration_ms} ms`)
  }
  t.ok(receiver.requests() <= outcome.attempts, `${receiver.requests()} requests have come`)
  t.ok(receiver.mostSent() < MOST_SENT, `${receiver.mostSent()} bytes were taken`)
}

t.test('hostile receivers', async (t) => {
  const world = await openWorld(t)
  const good = await startReceiver(t)
  await world.register('good', good.url)
  world.startWorker({ schedule: [0, 1], deadlines: { dnsMs: TOTAL_MS, connectMs: 5_000, totalMs: TOTAL_MS } })
  for (const [nth, kind] of hostileKinds.entries()) {
    const name = `a receiver that ${kind.name} costs what it may, and the worker goes on`
    await t.test(name, { timeout: 120_000 }, async (t) => {
      await prove(t, world, kind)
      await world.create(1, 'good')
      await good.count(nth + 1)
    })
  }
})

t.test('a connection that is never accepted costs no more than the connection timeout', async (t) => {
  const world = await openWorld(t)
  const receiver = await startNeverAccepting()
  t.teardown(receiver.stop)
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker({ schedule: [0], deadlines: { dnsMs: 500, connectMs: 200, totalMs: 600_000 } })
  await world.create()
  const [delivery] = await world.eventually(DELIVERY, [endpoint.id])
  t.match(delivery.log, [{ error: /^timeout: / }])
})
