import { healthView } from '@ecmr/http-contract'
import { Registry } from 'prom-client'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

t.test('health, liveness, readiness and metrics need no key', async (t) => {
  const metrics = new Registry()
  const api = await buildTestApi(t, () => ({ metrics }))
  await api.haulier.create()
  await api.haulier.call('GET', '/api/ecmrs')
  const health = await api.call('GET', '/api/health')
  t.equal(health.status, 200)
  t.match(asPromised(healthView, health.json()), {
    version: '0.0.0-test',
    checks: {
      event_log: 'ok',
      postgres: 'ok',
      broker: 'ok',
      projections: { list: { lag_events: Number, lag_ms: Number } },
    },
  })
  t.match((await api.call('GET', '/livez')).json(), { status: 'ok' })
  t.match((await api.call('GET', '/readyz')).json(), { status: 'ok' })
  t.match(
    (await api.call('GET', '/metrics')).text,
    /ecmr_http_request_duration_seconds_count.*route="\/api\/ecmrs"/,
  )
  t.equal((await api.call('GET', '/metrics', undefined, { 'x-forwarded-for': '192.0.2.1' })).status, 404)
})

t.test('a broker that is away is told, and no reason to refuse commands', async (t) => {
  const api = await buildTestApi(t, () => ({ checkBroker: async () => Promise.reject(new Error('away')) }))
  const health = await api.call('GET', '/api/health')
  t.equal(health.status, 200)
  t.match(health.json(), { status: 'degraded', checks: { broker: 'unavailable' } })
})

t.test('without the event log nothing can be accepted', async (t) => {
  const api = await buildTestApi(t, ({ store }) => ({
    store: { ...store, head: async () => Promise.reject(new Error('away')) },
  }))
  const health = await api.call('GET', '/api/health')
  t.equal(health.status, 503)
  t.match(asPromised(healthView, health.json()), {
    status: 'unavailable',
    checks: { event_log: 'unavailable' },
  })
  t.equal((await api.call('GET', '/readyz')).status, 503)
  t.equal((await api.call('GET', '/livez')).status, 200)
})
