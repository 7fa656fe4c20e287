import t, { type Test } from 'tap'
import { rolesGround } from '../postgres/roles.js'
import { emptyDataDir } from '../support/data-dir.js'
import { type Service, startService, stopService } from './service.js'

/** The whole service over a database of the test run's PostgreSQL, which its user owns. */
async function start(t: Test, databaseUrl: string): Promise<Service> {
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(32) }
  return startService(t, { dataDir: await emptyDataDir(t), env })
}

const ping = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
}

t.test('assistants, programs and people share a port', async (t) => {
  const service = await start(t, (await rolesGround(t)).url)
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
  t.match(await typeAt('/api/mcp'), /^404 application\/problem\+json/)
  t.match(await typeAt('/'), /^200 text\/html/)
  const figures = await (await fetch(service.metricsUrl)).text()
  t.match(figures, /^ecmr_mcp_request_duration_seconds_count\{method="POST",route="\/mcp",status="401"\} 3$/m)
  t.equal(await stopService(service), 0)
  t.notMatch(service.process.output(), /"level":(40|50|60)/)
})

t.test('where its role cannot be taken, assistants wait, the log says why, and all else works', async (t) => {
  const ground = await rolesGround(t)
  const as = await ground.user('owner')
  const [database, owner] = [new URL(as).pathname.slice(1), new URL(as).username]
  await ground.pool.query(`alter database ${database} owner to ${owner}`)
  const service = await start(t, as)
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
  const began = performance.now()
  while ((await fetch(`${service.url}/mcp`, ping)).status === 503)
    if (performance.now() - began > 10_000) throw new Error('it still waits')
  t.equal((await fetch(`${service.url}/mcp`, ping)).status, 401)
  t.equal(await stopService(service), 0)
})
