import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { newCustomer } from './customer.js'
import { ownPostgres } from './postgres.js'
import { readiness, startAlone, stop, untilNotReady, untilReady } from './service.js'

const options = { skip: withoutNatsServer }

t.test('services that are started before there is a PostgreSQL become ready when it comes', async (t) => {
  const postgres = await ownPostgres(t)
  const env = { DATABASE_URL: postgres.url }
  const api = await startAlone(t, 'api', env)
  const projector = await startAlone(t, 'projector', env)
  for (const service of [api, projector]) {
    const problems = await untilNotReady(service, /The tables in PostgreSQL cannot be prepared/)
    t.match(problems.join(' '), 'PostgreSQL cannot be used: nothing listens at its address.')
    t.equal((await fetch(`${service.url}/livez`)).status, 200)
    t.equal((await fetch(service.metricsUrl)).status, 200)
  }
  for (const path of ['/api/ecmrs', '/api/tracking/x', '/api/openapi.json', '/nowhere']) {
    const answer = await fetch(`${api.url}${path}`)
    t.equal(answer.status, 503, path)
    t.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    t.ok(answer.headers.get('retry-after'))
    t.match(JSON.parse(await answer.text()), { code: 'unavailable' })
  }
  const health = await fetch(`${api.url}/api/health`)
  t.equal(health.status, 503)
  t.match(JSON.parse(await health.text()), { status: 'unavailable', problems: [/./, /./, /./] })

  await postgres.start()
  await Promise.all([untilReady(api), untilReady(projector)])
  const customer = await newCustomer(postgres.url)
  const created = await customer.create(api.url)
  t.equal(created.status, 201)
  t.match(await customer.read(api.url, `/ecmrs`), { status: 200, body: { data: [{ id: created.body.id }] } })
  t.match(await (await fetch(`${api.url}/api/health`)).text(), '"problems":[]')
  for (const service of [api, projector]) {
    await until(() => /"msg":"not ready"[\s\S]*"msg":"ready"/.test(service.output()), 'the line of readiness')
    t.equal(await stop(service), 0)
  }
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
    t.equal((await fetch(`${service.url}/livez`)).status, 200)
    t.equal((await fetch(service.metricsUrl)).status, 200)
  }
  await postgres.start()
  for (const service of services) {
    await until(async () => (await readiness(service)).problems.length === 1, 'one problem less')
    t.match((await readiness(service)).problems, [/^NATS/])
  }
  await nats.start()
  for (const service of services) {
    await untilReady(service)
    t.equal(await stop(service), 0)
  }
})

t.test('the log says once what is missing, in lines that name the service', async (t) => {
  const postgres = await ownPostgres(t)
  const projector = await startAlone(t, 'projector', { DATABASE_URL: postgres.url })
  const problemsSaid = (): readonly string[] =>
    projector
      .output()
      .split('\n')
      .filter((line) => line.includes('"not ready"'))
      .map((line) => JSON.stringify(JSON.parse(line).problems))
  await untilNotReady(projector, /The tables in PostgreSQL cannot be prepared/)
  await projector.untilOutput(/cannot be prepared/)
  for (let look = 1; look <= 3; look++) t.equal((await readiness(projector)).status, 503)
  await postgres.start()
  await projector.untilOutput(/"ready"/)
  t.equal(new Set(problemsSaid()).size, problemsSaid().length, projector.output())
  for (const line of projector.output().trim().split('\n')) t.equal(JSON.parse(line).name, 'projector')
  t.notMatch(projector.output(), new URL(postgres.url).password)
})
