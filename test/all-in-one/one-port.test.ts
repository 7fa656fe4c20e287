import pg from 'pg'
import t from 'tap'
import { newPerson } from '../panel/person.js'
import { rolesGround } from '../postgres/roles.js'
import { complaintsIn } from '../support/complaints.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { until } from '../support/until.js'
import { visitAt } from '../support/visit.js'
import { startOn, stopService } from './service.js'

t.test('pages and the REST interface share a port, and their figures one page', async (t) => {
  const service = await startOn(t)
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
  t.match(figures, /^ecmr_panel_request_duration_seconds_count\{method="GET",route="\/"\} 1$/m)
  t.match(figures, /^ecmr_http_request_duration_seconds_count\{method="GET",route="\/readyz"\} 1$/m)
  t.equal(await stopService(service), 0)
})

t.test('a page that is under way is answered before the service stops', async (t) => {
  const databaseUrl = await databaseWithTables(t)
  const service = await startOn(t, { DATABASE_URL: databaseUrl })
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
  const before = service.process.output().length
  service.process.child.kill('SIGTERM')
  const isClosed = (): Promise<boolean> =>
    fetch(service.url, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    )
  await until(isClosed, 'the end of listening')
  await client.query('commit')
  t.match(await slow, { status: 200, headers: { connection: 'close' } })
  t.equal(await service.process.ended, 0)
  // A machine with other work may have made PostgreSQL too slow for a moment before.
  t.strictSame(complaintsIn(service.process.output().slice(before)), [])
})

const ping = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
}

t.test('assistants, officers, programs and people share a port', async (t) => {
  const service = await startOn(t, { DATABASE_URL: (await rolesGround(t)).url })
  const typeAt = async (path: string, init?: RequestInit): Promise<string> => {
    const answer = await fetch(`${service.url}${path}`, init)
    await answer.text()
    return `${answer.status} ${answer.headers.get('content-type')}`
  }
  t.match(service.banner, `MCP      ${service.url}/mcp\n`)
  for (const path of ['/mcp', '/%6Dcp', '/mcp?access_token=x']) {
    const answer = await fetch(`${service.url}${path}`, ping)
    t.match(answer.headers.get('www-authenticate'), /^Bearer resource_metadata="http/, path)
    t.match(await answer.json(), { jsonrpc: '2.0', error: { message: String } }, path)
  }
  for (const name of [
    'oauth-protected-resource/mcp',
    'oauth-protected-resource',
    'oauth-authorization-server',
  ])
    t.match(await typeAt(`/.well-known/${name}`), /^200 application\/json/, name)
  t.match(await typeAt('/.well-known/nothing-here'), /^404 application\/json/)
  t.match(await typeAt('/oauth/token', { method: 'POST' }), /^4\d\d application\/json/)
  t.match(await typeAt('/oauth/authorize'), /^4\d\d text\/html/)
  for (const path of ['/oauth/nothing-here', '/mcpx', '/oauth'])
    t.match(await typeAt(path), /^404 text\/html/, path)
  for (const path of ['/d', '/d/nothing-here', '/%64/x?y'])
    t.match(await typeAt(path), /^404 text\/plain/, path)
  t.match(await typeAt('/dx'), /^404 text\/html/)
  t.match(await typeAt('/api/mcp'), /^404 application\/problem\+json/)
  t.match(await typeAt('/'), /^200 text\/html/)
  const figures = await (await fetch(service.metricsUrl)).text()
  t.match(figures, /^ecmr_mcp_requests_total\{status="401"\} 3$/m)
  t.equal(await stopService(service), 0)
  t.strictSame(complaintsIn(service.process.output()), [])
})

t.test('where its role cannot be taken, assistants wait, the log says why, and all else works', async (t) => {
  const ground = await rolesGround(t)
  const as = await ground.user('owner')
  const [database, owner] = [new URL(as).pathname.slice(1), new URL(as).username]
  await ground.pool.query(`alter database ${database} owner to ${owner}`)
  const service = await startOn(t, { DATABASE_URL: as })
  await service.process.untilOutput(/assistants cannot be served/)
  for (let turn = 0; turn < 2; turn++) {
    const answer = await fetch(`${service.url}/mcp`, ping)
    t.equal(answer.status, 503)
    t.ok(answer.headers.get('retry-after'))
  }
  t.equal((await fetch(`${service.url}/readyz`)).status, 200)
  t.equal((await fetch(service.url)).status, 200)
  const [line = '', ...more] = service.process.output().match(/.*assistants cannot be served.*/g) ?? []
  t.match(JSON.parse(line), { reason: /may not act as ecmr_mcp: run "grant ecmr_mcp to" that user/ })
  t.same(more, [])

  await ground.pool.query(`grant ecmr_mcp to ${owner}`)
  await until(async () => (await fetch(`${service.url}/mcp`, ping)).status === 401, 'assistants to be served')
  t.equal(await stopService(service), 0)
})
