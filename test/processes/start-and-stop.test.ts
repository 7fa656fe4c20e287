import pg from 'pg'
import t, { type Test } from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { ownPostgres } from './postgres.js'
import {
  healthOf,
  NOWHERE,
  readiness,
  SERVICES,
  type ServiceProcess,
  startAlone,
  stopAll,
  untilNotReady,
  untilReady,
} from './service.js'

/** It is up, and shows its figures. */
async function isAlive(t: Test, service: ServiceProcess): Promise<void> {
  t.equal((await fetch(`${service.url}/livez`)).status, 200)
  t.equal((await fetch(service.metricsUrl)).status, 200)
}

const options = { skip: withoutNatsServer }

t.test('services that are started before there is a PostgreSQL become ready when it comes', async (t) => {
  const postgres = await ownPostgres(t)
  const env = { DATABASE_URL: postgres.url }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  for (const service of [api, projector]) {
    const problems = await untilNotReady(service, /The tables in PostgreSQL cannot be prepared/)
    t.match(problems.join(' '), 'PostgreSQL cannot be used: nothing listens at its address.')
    await isAlive(t, service)
  }
  for (const path of ['/api/ecmrs', '/api/tracking/x', '/api/openapi.json', '/nowhere']) {
    const answer = await fetch(`${api.url}${path}`)
    t.equal(answer.status, 503, path)
    t.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    t.ok(answer.headers.get('retry-after'))
    t.match(JSON.parse(await answer.text()), { code: 'unavailable' })
  }
  t.match(await healthOf(api), { code: 503, status: 'unavailable', problems: [/./, /./, /./] })

  await postgres.start()
  await Promise.all([untilReady(api), untilReady(projector)])
  const customer = await newCustomer(postgres.url)
  const created = await customer.create(api.url)
  t.equal(created.status, 201)
  t.match(await customer.read(api.url, `/ecmrs`), { status: 200, body: { data: [{ id: created.body.id }] } })
  await until(async () => (await healthOf(api)).problems.length === 0, 'health without problems')
  for (const service of [api, projector])
    await until(() => /"msg":"not ready"[\s\S]*"msg":"ready"/.test(service.output()), 'the line of readiness')
  await stopAll(t, [api, projector])
})

t.test('relay and notifier become ready when both PostgreSQL and NATS are there', options, async (t) => {
  const postgres = await ownPostgres(t)
  const nats = await natsServer(t)
  await nats.stop()
  const env = { DATABASE_URL: postgres.url, NATS_URL: nats.url }
  const services = [await startAlone(t, 'relay', env), await startAlone(t, 'notifier', env)]
  for (const service of services) {
    const problems = await untilNotReady(service, /The tables in PostgreSQL cannot be prepared/)
    t.match(problems.join(' '), /NATS at 127\.0\.0\.1:\d+ .*\./)
    await isAlive(t, service)
  }
  await postgres.start()
  for (const service of services) {
    await until(async () => (await readiness(service)).problems.length === 1, 'one problem less')
    t.match((await readiness(service)).problems, [/^NATS/])
  }
  await nats.start()
  await Promise.all(services.map(untilReady))
  await stopAll(t, services)
})

t.test('the log says once what is missing, in lines that name the service', async (t) => {
  const postgres = await ownPostgres(t)
  const projector = await startAlone(t, 'projector', { DATABASE_URL: postgres.url })
  await untilNotReady(projector, /The tables in PostgreSQL cannot be prepared/)
  await projector.untilOutput(/cannot be prepared/)
  for (let look = 1; look <= 3; look++) t.equal((await readiness(projector)).status, 503)
  await postgres.start()
  await projector.untilOutput(/"ready"/)
  const lines = projector
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const problems = lines.filter(({ msg }) => msg === 'not ready').map((line) => JSON.stringify(line.problems))
  t.equal(new Set(problems).size, problems.length, projector.output())
  for (const { name } of lines) t.equal(name, 'projector')
  t.notMatch(projector.output(), new URL(postgres.url).password)
})

/** Holds up every request with an idempotency key until it is released. */
async function holdUp(t: Test, url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin; lock table api.idempotency_keys in access exclusive mode')
  return {
    async waiting(): Promise<boolean> {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    },
    release: () => client.query('commit'),
  }
}

t.test('an api that is to stop says so, answers what is under way, and ends with 0', async (t) => {
  const url = await databaseWithTables(t)
  const api = await startAlone(t, 'api', { DATABASE_URL: url })
  await untilReady(api)
  const customer = await newCustomer(url)
  const held = await holdUp(t, url)
  const slow = customer.create(api.url, 'slow')
  await until(() => held.waiting(), 'the request to be under way')

  api.child.kill('SIGTERM')
  t.same(await untilNotReady(api, /stopping/), ['The process is stopping.'])
  const whileStopping = await fetch(`${api.url}/api/health`)
  t.equal(whileStopping.headers.get('connection'), 'close', 'clients are asked to disconnect')
  const isClosed = (): Promise<boolean> =>
    readiness(api).then(
      () => false,
      () => true,
    )
  await until(isClosed, 'the end of listening')
  await held.release()
  t.equal((await slow).status, 201)
  t.equal(await api.ended, 0)
})

t.test('a service that is still waiting for PostgreSQL stops', async (t) => {
  const env = { DATABASE_URL: NOWHERE.postgres, NATS_URL: NOWHERE.nats }
  const services = await Promise.all(SERVICES.map((name) => startAlone(t, name, env)))
  for (const service of services) await untilNotReady(service, /PostgreSQL cannot be used/)
  await stopAll(t, services)
})
