import { isDeepStrictEqual } from 'node:util'
import { Registry } from 'prom-client'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { until } from '../support/until.js'
import { NEWEST, sender } from './protocol-sender.js'

t.test('an MCP service for orchestrators and operators', async (t) => {
  const shutdown = new AbortController()
  let problem: string | undefined = 'The tables are on their way.'
  const tables = {
    problem: () => problem,
    async check() {
      if (problem !== undefined) throw new Error(problem)
    },
  }
  const metrics = new Registry()
  const test = await buildTestMcp(t, () => ({ shutdownSignal: shutdown.signal, metrics, tables }))
  const { app } = test
  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  /** Waits: a database that is slow for a moment is a problem of its own until the next check, a second later. */
  const readiness = (body: object) =>
    until(
      async () => isDeepStrictEqual((await ask('/readyz')).json(), body),
      `readiness ${JSON.stringify(body)}`,
    )

  await t.test(
    'it lives, and refuses everything else in the form of each address, before its tables are there',
    async (t) => {
      t.equal((await ask('/livez')).statusCode, 200)
      await readiness({ status: 'unavailable', problems: [problem] })
      t.equal((await ask('/readyz')).statusCode, 503)
      const host = { host: 'ecmr.example' }
      const called = await app.inject({ method: 'POST', url: '/mcp', headers: host })
      t.match(called, { statusCode: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } })
      t.match(called.json(), { jsonrpc: '2.0', error: { code: -32_603 }, id: null })
      const token = await app.inject({ method: 'POST', url: '/oauth/token', headers: host })
      t.match(token, { statusCode: 503, headers: { 'retry-after': '1' } })
      t.match(token.json(), { error: 'temporarily_unavailable' })
      problem = undefined
    },
  )

  await t.test('it is ready when they are, whatever it is called by', async (t) => {
    await readiness({ status: 'ok' })
    t.equal((await ask('/readyz', { host: '10.1.2.3:8084' })).statusCode, 200)
  })

  await t.test('calls of tools are counted by how they ended, and unknown ones by nothing', async (t) => {
    const { access_token } = await test.connect(test.haulier)
    const { older, newer } = sender(app, access_token)
    await older('tools/call', { name: 'estado_conexion', arguments: {} })
    await newer('tools/call', { name: 'estado_conexion', arguments: {} })
    await older('tools/call', { name: 'ver_ecmr', arguments: { ecmr_number: 'none' } })
    await older('tools/call', { name: 'made_up_secret', arguments: {} })
    const figures = await metrics.metrics()
    t.match(figures, 'ecmr_mcp_tool_calls_total{tool="estado_conexion",outcome="answered"} 2\n', NEWEST)
    t.match(figures, 'ecmr_mcp_tool_calls_total{tool="ver_ecmr",outcome="refused"} 1\n')
    t.match(figures, 'ecmr_mcp_tool_duration_seconds_count{tool="ver_ecmr"} 1\n')
    t.match(figures, /ecmr_mcp_request_duration_seconds_count\{method="POST",route="\/mcp"\} [45]\n/)
    t.notMatch(figures, 'made_up_secret')
  })

  await t.test('figures name addresses by their pattern, and are at none', async (t) => {
    await ask('/somewhere?with=secrets')
    t.notMatch(await metrics.metrics(), /somewhere|secrets/)
    t.equal((await ask('/metrics')).statusCode, 404)
  })

  await t.test('while stopping it is no longer ready, but still answers', async (t) => {
    shutdown.abort()
    await readiness({ status: 'unavailable', problems: ['The process is stopping.'] })
    const { statusCode, headers } = await ask('/.well-known/oauth-authorization-server', {
      host: 'ecmr.example',
    })
    t.match({ statusCode, connection: headers.connection }, { statusCode: 200, connection: 'close' })
  })
})
