import t from 'tap'
import { testDatabase } from '../support/database.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { startAlone, stop, untilNotReady, untilReady } from './service.js'

const RECOVERED_WITHIN_MS = 5_000

t.test('the event store comes, is killed under a running api and projector, and comes back', async (t) => {
  const eventStore = await eventStoreProcess(t)
  const env = {
    DATABASE_URL: await testDatabase(t),
    EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: eventStore.url,
  }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  const services = [api, projector]
  for (const service of services) {
    t.same((await untilNotReady(service, /^The event log/)).length, 1)
    t.equal((await fetch(`${service.url}/livez`)).status, 200)
  }
  const customer = await newCustomer(env.DATABASE_URL)
  const early = await customer.create(api.url, 'early')
  t.match(early, { status: 503, retryAfter: /\d/, body: { code: /^(unavailable|outcome_unknown)$/ } })

  let noted: Readonly<Record<string, unknown>> = {}
  const works = async (key: string): Promise<number> => {
    const began = performance.now()
    await Promise.all(services.map(untilReady))
    const created = await customer.create(api.url, key)
    noted = created.body
    t.equal(created.status, 201)
    await until(async () => {
      const { body } = await customer.read(api.url, '/ecmrs?limit=1')
      return JSON.stringify(body).includes(String(created.body.id))
    }, 'the note in the list')
    return Math.round(performance.now() - began)
  }
  await eventStore.start()
  const started = await works('early')
  t.ok(started < RECOVERED_WITHIN_MS, `worked after ${started} ms`)

  await eventStore.kill()
  for (const service of services) await untilNotReady(service, /^The event log/)
  await projector.untilOutput(/the event log cannot be read; tried again/)
  t.match(await customer.create(api.url, 'away'), { status: 503, retryAfter: /\d/ })
  const ecmr_number = String(noted.ecmr_number)
  for (const path of ['/ecmrs', `/ecmrs/${ecmr_number}`, `/tracking/${ecmr_number}`]) {
    const answer = await customer.read(api.url, path)
    t.match(answer, { status: 200, lag: /^\d+ ms$/ }, path)
    t.match(JSON.stringify(answer.body), ecmr_number, path)
  }
  const health = await fetch(`${api.url}/api/health`)
  t.equal(health.status, 503)
  t.match(JSON.parse(await health.text()), {
    checks: { event_log: 'unavailable', postgres: 'ok' },
    problems: [/event log/i],
  })

  await eventStore.start()
  const recovered = await works('away')
  t.ok(recovered < RECOVERED_WITHIN_MS, `worked again after ${recovered} ms`)
  t.comment(`worked after ${started} ms, worked again after ${recovered} ms`)
  t.match((await customer.read(api.url, '/ecmrs')).body, { pagination: { total: 2 } })
  for (const service of services) t.equal(await stop(service), 0)
})
