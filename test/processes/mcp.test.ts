import { addUser, type Company, createCompany } from '@ecmr/accounts'
import { createTables } from '@ecmr/api'
import { openPool } from '@ecmr/postgres'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { toolsScene } from '../mcp/tools-scene.js'
import { complaintsIn } from '../support/complaints.js'
import { letIn, operator, SITE_URL } from '../support/mcp.js'
import { until } from '../support/until.js'
import { ownPostgres } from './postgres.js'
import {
  NOWHERE,
  type ServiceProcess,
  startAlone,
  stop,
  stopAll,
  untilNotReady,
  untilReady,
} from './service.js'
import { takingTurns } from './taking-turns.js'

const CALLERS = 3

async function tokenFor(pool: Pool, { id: company_id }: Company): Promise<string> {
  const person = { company_id, email: 'ana@example.com', name: 'Ana Ruiz', role: 'owner' } as const
  const user = await addUser(pool, person, operator)
  return (await letIn(pool, user.id, 'Assistant', SITE_URL)).access_token
}

async function startMcp(t: Test, databaseUrl: string): Promise<ServiceProcess> {
  const env = { DATABASE_URL: databaseUrl, SITE_URL, RATE_LIMIT_PER_MINUTE: '1000000' }
  return startAlone(t, 'mcp', env)
}

/** The message when tables are created by a user who owns the database but may not create roles. */
async function warningsOf(pool: Pool, url: string): Promise<readonly string[]> {
  await pool.query("create role owner login password 'test'")
  await pool.query('create database owned owner owner')
  const as = Object.assign(new URL(url), { username: 'owner', password: 'test', pathname: '/owned' })
  const owner = openPool({ url: as.href, max: 2, name: 'test' })
  const warnings: string[] = []
  await createTables(owner, ({ message }) => warnings.push(message))
  await owner.end()
  return warnings
}

/** Calls as clients do that try again once, each time over a connection of its own. */
function tryingTwice(token: string) {
  let interrupted = 0
  const ask = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    headers.set('connection', 'close')
    const answer = await fetch(url, { ...init, headers })
    if (answer.status >= 500) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer
  }
  return {
    interrupted: () => interrupted,
    fetch: (url: string | URL, init?: RequestInit): Promise<Response> =>
      ask(url, init).catch(() => {
        interrupted += 1
        return ask(url, init)
      }),
  }
}

t.test('of two MCP services one is ended and started again under calls, then the other', async (t) => {
  const scene = await toolsScene(t)
  const { id } = await scene.create(scene.haulier)
  await scene.caughtUp()
  const token = await tokenFor(scene.pool, scene.haulier)
  const services = [await startMcp(t, scene.ground.url), await startMcp(t, scene.ground.url)]
  await Promise.all(services.map(untilReady))
  const url = await takingTurns(t, () => services.map((service) => Number(new URL(service.url).port)))
  const caller = tryingTwice(token)

  let calls = 0
  const over = new AbortController()
  const callOnAndOn = async (versionNegotiation: 'auto' | 'legacy'): Promise<void> => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: versionNegotiation } },
    )
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { fetch: caller.fetch }))
    while (!over.signal.aborted) {
      const found = await client.callTool({ name: 'buscar_ecmrs', arguments: {} })
      const status = await client.callTool({ name: 'estado_conexion', arguments: {} })
      calls += 2
      if (!JSON.stringify(found.structuredContent).includes(id)) t.fail(`it found ${JSON.stringify(found)}`)
      if (!JSON.stringify(status.structuredContent).includes(scene.haulier.name))
        t.fail(`it said ${JSON.stringify(status)}`)
    }
    await client.close()
  }
  const calling = Promise.all(
    Array.from({ length: CALLERS }, (_, place) => callOnAndOn(place === 0 ? 'legacy' : 'auto')),
  )
  calling.catch(() => undefined)
  const moreCalls = async (): Promise<void> => {
    const before = calls
    await Promise.race([until(() => calls > before + 20, 'calls'), calling])
  }
  await moreCalls()
  for (const [place, signal] of (['SIGKILL', 'SIGTERM'] as const).entries()) {
    const service = services[place]
    if (service === undefined) throw new Error('two services')
    service.child.kill(signal)
    t.equal(await service.ended, signal === 'SIGKILL' ? 'SIGKILL' : 0)
    await moreCalls()
    services[place] = await startMcp(t, scene.ground.url)
    await untilReady(services[place])
    await moreCalls()
  }
  over.abort()
  await t.resolves(calling, 'no call failed twice')
  t.comment(`${calls} calls, ${caller.interrupted()} of them made twice`)
  await stopAll(t, services)
})

t.test('an MCP service waits for its role, its tables and its PostgreSQL, and says for which', async (t) => {
  const postgres = await ownPostgres(t)
  const mcp = await startMcp(t, postgres.url)
  const call = async (token: string): Promise<Response> =>
    fetch(`${mcp.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estado_conexion","arguments":{}}}',
    })
  const waits = async (why: RegExp): Promise<void> => {
    t.match((await untilNotReady(mcp, why)).join(' '), why)
    t.equal((await fetch(`${mcp.url}/livez`)).status, 200)
    t.equal((await fetch(mcp.metricsUrl)).status, 200)
    const answer = await call('ecmr_at_x')
    t.equal(answer.status, 503)
    t.match(answer.headers.get('retry-after'), /^\d+$/)
    t.match(await answer.json(), { jsonrpc: '2.0', error: { code: -32_603, message: /database/ }, id: null })
    const metadata = await fetch(`${mcp.url}/.well-known/oauth-authorization-server`)
    t.equal(metadata.status, 503)
    t.match(await metadata.json(), { error: 'temporarily_unavailable' })
  }
  await waits(/PostgreSQL cannot be used: nothing listens at its address\./)
  await postgres.start()
  await waits(/PostgreSQL has no role ecmr_mcp: start the api once, or, .* "create role ecmr_mcp"/)
  const pool = openPool({ url: postgres.url, max: 2, name: 'test', onError: () => undefined })
  t.teardown(() => pool.end())
  t.match(await warningsOf(pool, postgres.url), [
    /no role ecmr_mcp and our user may make none, so assistants .* "create role ecmr_mcp"/,
    /no role ecmr_documents and our user may make none, so documents .* "create role ecmr_documents"/,
  ])
  await pool.query('create role ecmr_mcp')
  await waits(/PostgreSQL does not have \S+ yet: start the api of this release/)
  await createTables(pool)
  await untilReady(mcp)
  const company = await createCompany(pool, { name: 'Transportes Guadalquivir', plan: 'pro' }, operator)
  const token = await tokenFor(pool, company)
  t.match(await (await call(token)).text(), company.name)

  await postgres.kill()
  const refused = await call(token)
  t.equal(refused.status, 503)
  t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.match(await refused.json(), { jsonrpc: '2.0', error: { message: String }, id: null })
  await untilNotReady(mcp, /PostgreSQL cannot be used/)
  await postgres.start()
  await until(async () => (await call(token)).status === 200, 'an answer')
  await untilReady(mcp)
  t.notMatch(mcp.output(), new URL(postgres.url).password)
  t.strictSame(
    complaintsIn(mcp.output()).filter((line) => line.includes('"level":50')),
    [],
  )
  t.equal(await stop(mcp), 0)
})

t.test('an MCP service that stands alone says that people cannot connect assistants there', async (t) => {
  const mcp = await startAlone(t, 'mcp', { DATABASE_URL: NOWHERE.postgres })
  t.match(mcp.output(), /"level":40.*SITE_URL leads to this process/)
  t.equal(await stop(mcp), 0)
})
