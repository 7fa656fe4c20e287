import t from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { ownPostgres } from './postgres.js'
import {
  healthOf,
  readiness,
  startAlone,
  startPair,
  startReady,
  stopAll,
  untilNotReady,
  untilReady,
} from './service.js'

const CALLERS = 8

t.test('PostgreSQL is killed under a running api and projector, and comes back', async (t) => {
  const postgres = await ownPostgres(t)
  await postgres.start()
  const env = { DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: '1000000' }
  const { api, projector } = await startPair(t, env)
  const customer = await newCustomer(postgres.url)

  const keys: string[] = []
  const killed = new AbortController()
  const refusals: number[] = []
  const createUntilKilled = async (caller: number): Promise<void> => {
    for (let turn = 0; !killed.signal.aborted; turn++) {
      const key = `caller-${caller}-note-${turn}`
      keys.push(key)
      const { status } = await customer.create(api.url, key)
      if (status !== 201) refusals.push(status)
    }
  }
  const creating = Array.from({ length: CALLERS }, (_, caller) => createUntilKilled(caller))
  await until(() => keys.length > 4 * CALLERS, 'some notes')
  await postgres.kill()
  killed.abort()
  await Promise.all(creating)
  const others = refusals.filter((status) => status !== 503)
  t.same(others, [], 'what was under way is refused with 503')

  for (const service of [api, projector]) {
    const why = /PostgreSQL cannot be used: nothing listens at its address\./
    t.match((await untilNotReady(service, why)).join(' '), 'The event log cannot be used')
  }
  const refused = await customer.create(api.url)
  t.match(refused, { status: 503, retryAfter: /\d/, body: { code: 'unavailable' } })
  t.equal((await customer.read(api.url, '/ecmrs')).status, 503)
  t.match(await healthOf(api), { checks: { postgres: 'unavailable' } })

  await postgres.start()
  await Promise.all([untilReady(api), untilReady(projector)])
  for (const key of keys) t.equal((await customer.create(api.url, key)).status, 201)
  const after = await customer.create(api.url, 'after')
  t.equal(after.status, 201)
  // What was refused is recorded only now, and read models follow the log in its order.
  await customer.untilListed(api.url, after)
  t.match(
    (await customer.read(api.url, '/ecmrs?limit=1')).body,
    { pagination: { total: keys.length + 1 } },
    'each command was recorded once, whether it was acknowledged or refused',
  )
  await stopAll(t, [api, projector])
})

t.test('a PostgreSQL that no longer answers blocks no request indefinitely', async (t) => {
  const postgres = await ownPostgres(t)
  await postgres.start()
  const { api, projector } = await startPair(t, { DATABASE_URL: postgres.url })
  const customer = await newCustomer(postgres.url)
  t.equal((await customer.create(api.url)).status, 201)

  postgres.cutOff()
  const [created, read, problems] = await Promise.all([
    customer.create(api.url, 'cut off'),
    customer.read(api.url, '/ecmrs'),
    untilNotReady(api, /PostgreSQL cannot be used: .*/),
  ])
  for (const answer of [created, read]) t.match(answer, { status: 503, retryAfter: /\d/ })
  t.match(problems.join(' '), 'PostgreSQL cannot be used: no answer within 2 s.')

  postgres.connect()
  await untilReady(api)
  const repeated = await customer.create(api.url, 'cut off')
  t.equal(repeated.status, 201)
  await untilReady(projector)
  await customer.untilListed(api.url, repeated)
  t.match((await customer.read(api.url, '/ecmrs')).body, { pagination: { total: 2 } })
})

t.test('the event store comes, is killed under a running api and projector, and comes back', async (t) => {
  const eventStore = await eventStoreProcess(t)
  const env = {
    DATABASE_URL: await databaseWithTables(t),
    EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: eventStore.url,
  }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  const services = [api, projector]
  for (const service of services) {
    // On a busy machine something else may answer late for a moment.
    await until(async () => {
      const { status, problems } = await readiness(service)
      return status === 503 && problems.length === 1 && /^The event log/.test(problems[0] ?? '')
    }, 'the event log alone to be missing')
    t.equal((await fetch(`${service.url}/livez`)).status, 200)
  }
  const customer = await newCustomer(env.DATABASE_URL)
  const early = await customer.create(api.url, 'early')
  t.match(early, { status: 503, retryAfter: /\d/, body: { code: /^(unavailable|outcome_unknown)$/ } })

  const works = async (key: string) => {
    await Promise.all(services.map(untilReady))
    const created = await customer.create(api.url, key)
    t.equal(created.status, 201)
    await customer.untilListed(api.url, created)
    return created
  }
  await eventStore.start()
  const ecmr_number = String((await works('early')).body.ecmr_number)

  await eventStore.kill()
  for (const service of services) await untilNotReady(service, /^The event log/)
  await projector.untilOutput(/the event log cannot be read; tried again/)
  t.match(await customer.create(api.url, 'away'), { status: 503, retryAfter: /\d/ })
  for (const path of ['/ecmrs', `/ecmrs/${ecmr_number}`, `/tracking/${ecmr_number}`]) {
    const answer = await customer.read(api.url, path)
    t.match(answer, { status: 200, lag: /^\d+ ms$/ }, path)
    t.match(JSON.stringify(answer.body), ecmr_number, path)
  }
  const checks = { event_log: 'unavailable', postgres: 'ok' }
  t.match(await healthOf(api), { code: 503, checks, problems: [/event log/i] })

  await eventStore.start()
  await works('away')
  t.match((await customer.read(api.url, '/ecmrs')).body, { pagination: { total: 2 } })
  await stopAll(t, services)
})

t.test('of two projectors one works, and the other takes over when it is killed', async (t) => {
  const env = { DATABASE_URL: await databaseWithTables(t) }
  const { api, projector: first } = await startPair(t, env)
  const customer = await newCustomer(env.DATABASE_URL)
  const isHealthy = async (): Promise<boolean> => (await healthOf(api)).status === 'ok'
  await until(isHealthy, 'a projector that works')
  const second = await startReady(t, ['projector'], env)

  process.kill(first.pid, 'SIGKILL')
  await first.ended
  const created = await customer.create(api.url)
  await customer.untilListed(api.url, created)
  await until(async () => {
    const path = `/tracking/${created.body.ecmr_number}`
    return (await customer.read(api.url, path)).status === 200
  }, 'the note in tracking')
  await until(isHealthy, 'health to say so')
  await stopAll(t, [api, ...second])
})
