import { notifierMetrics } from '@ecmr/notifier'
import { planDeliveries } from '@ecmr/webhooks'
import { Registry } from 'prom-client'
import t from 'tap'
import { until } from '../support/until.js'
import { note } from '../webhooks/support/events.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { openWorld } from '../webhooks/support/world.js'

t.test('attempts, what waits and webhooks in trouble are counted, without naming customers', async (t) => {
  const world = await openWorld(t)
  const registry = new Registry()
  const statuses = [500, 410, 200]
  for (const status of statuses) {
    const receiver = await startReceiver(t, (response) => response.writeHead(status).end())
    await world.register(`company-${status}`, receiver.url)
  }
  await world.register('company-refusing', 'http://127.0.0.1:1/')
  const paused = await world.register('company-paused', 'http://127.0.0.1:1/')
  await world.pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now() + interval '1 hour')`,
    [paused.endpoint.id],
  )
  const companies = [...statuses, 'refusing', 'paused'].map((name) => `company-${name}`)
  await planDeliveries(
    world.pool,
    companies.map((company) => note(company).event('EcmrCreated')),
  )
  world.startWorker({ metrics: notifierMetrics(registry), schedule: [0, 1], limits: { sampleMs: 20 } })
  await world.settled('exhausted', 2)
  await world.settled('delivered')
  const says = async (line: string): Promise<boolean> => (await registry.metrics()).includes(`${line}\n`)
  await until(() => says('ecmr_webhook_endpoints_disabled{reason="gone"} 1'), 'a sample')
  await until(() => says('ecmr_webhook_attempts_under_way 0'), 'the end of the attempts')
  const metrics = await registry.metrics()
  for (const line of [
    'ecmr_webhook_attempts_total{outcome="delivered",fault="none"} 1',
    'ecmr_webhook_attempts_total{outcome="gone",fault="none"} 1',
    'ecmr_webhook_attempts_total{outcome="failed",fault="status_5xx"} 1',
    'ecmr_webhook_attempts_total{outcome="exhausted",fault="status_5xx"} 1',
    'ecmr_webhook_attempts_total{outcome="failed",fault="connection_refused"} 1',
    'ecmr_webhook_attempts_total{outcome="exhausted",fault="connection_refused"} 1',
    'ecmr_webhook_attempt_seconds_count{outcome="delivered"} 1',
    'ecmr_webhook_endpoints_paused 1',
    'ecmr_webhook_endpoints_disabled{reason="owner"} 0',
  ]) {
    t.ok(metrics.includes(`${line}\n`), line)
  }
  t.notMatch(metrics, /company-|127\.0\.0\.1/)
  t.notOk(metrics.includes(paused.endpoint.id))
})

t.test('what is due and for how long is reported, except for paused webhooks', async (t) => {
  const world = await openWorld(t)
  const registry = new Registry()
  const now = new Date('2026-03-01T12:01:00.000Z')
  const hanging = await startReceiver(t, () => undefined)
  await world.register('company-a', hanging.url)
  const paused = await world.register('company-b', hanging.url)
  await world.pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, $2, 1, $2::timestamptz + interval '1 hour')`,
    [paused.endpoint.id, now],
  )
  const planned = (company: string, at: string) =>
    planDeliveries(
      world.pool,
      Array.from({ length: 5 }, () => note(company).event('EcmrCreated')),
      { clock: () => new Date(at) },
    )
  await planned('company-b', '2026-03-01T11:00:00.000Z')
  await planned('company-a', '2026-03-01T12:00:00.000Z')
  world.startWorker({
    metrics: notifierMetrics(registry),
    clock: () => now,
    limits: { sampleMs: 20, atOncePerEndpoint: 2, stopMs: 0 },
  })
  await hanging.count(2)
  const says = async (line: string): Promise<boolean> => (await registry.metrics()).includes(`${line}\n`)
  await until(() => says('ecmr_webhook_deliveries_due 3'), 'the three that wait')
  t.ok(await says('ecmr_webhook_oldest_due_seconds 60'))
  t.ok(await says('ecmr_webhook_attempts_under_way 2'))
})
