import pg from 'pg'
import t, { type Test } from 'tap'
import { newPerson } from '../panel/person.js'
import { emptyDataDir } from '../support/data-dir.js'
import { testDatabase } from '../support/database.js'
import { until } from '../support/until.js'
import { visitAt } from '../support/visit.js'
import { type Service, startService, stopService } from './service.js'

/** The whole service over the test run's PostgreSQL. */
async function start(t: Test): Promise<{ readonly service: Service; readonly databaseUrl: string }> {
  const databaseUrl = await testDatabase(t)
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(32) }
  return { service: await startService(t, { dataDir: await emptyDataDir(t), env }), databaseUrl }
}

t.test('pages and the REST interface share a port, and their figures one page', async (t) => {
  const { service } = await start(t)
  const visitor = visitAt(() => service.url)
  t.match(service.banner, `Panel    ${service.url}\n`)
  t.match(await visitor.open('/'), { status: 200, headers: { 'content-type': /^text\/html/ } })
  t.match(await visitor.open('/assets/icon.svg'), { status: 200, headers: { 'content-type': /^image\/svg/ } })
  t.match(await visitor.open('/nothing-here'), { status: 404, html: /<html lang="es">/ })
  t.match(await visitor.open('/api/nothing-here'), {
    status: 404,
    headers: { 'content-type': /^application\/problem\+json/ },
  })
  t.match(await visitor.open('/readyz'), { status: 200, html: '{"status":"ok"' })
  t.match(await visitor.open('/metrics'), { status: 404, html: /<html lang="es">/ })
  const figures = await (await fetch(service.metricsUrl)).text()
  t.match(figures, /^ecmr_panel_request_duration_seconds_count\{method="GET",route="\/",status="200"\} 1$/m)
  t.match(
    figures,
    /^ecmr_http_request_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} 1$/m,
  )
  t.equal(await stopService(service), 0)
})

t.test('a page that is under way is answered before the service stops', async (t) => {
  const { service, databaseUrl } = await start(t)
  const { visit } = await newPerson(databaseUrl, () => service.url)
  t.equal((await visit.open('/')).status, 200)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('begin; lock table accounts.sessions in access exclusive mode')
  const slow = visit.open('/')
  await until(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await client.query(waiting)).rows.length > 0
  }, 'the page to be under way')
  const began = performance.now()
  service.process.child.kill('SIGTERM')
  await until(
    () =>
      fetch(service.url, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      ),
    'the end of listening',
  )
  await client.query('commit')
  t.match(await slow, { status: 200, headers: { connection: 'close' } })
  t.equal(await service.process.ended, 0)
  t.ok(performance.now() - began < 5_000, 'it waited for nothing else')
  t.notMatch(service.process.output(), /"level":(50|60)/)
})
