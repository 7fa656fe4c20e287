import { addUser } from '@ecmr/accounts'
import { ASSISTANTS_ROLE, accessTokens } from '@ecmr/accounts/oauth'
import { buildMcp } from '@ecmr/mcp'
import { openPool } from '@ecmr/postgres'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { freePort } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { buildTestMcp, CALLBACK, letIn, operator } from '../support/mcp.js'
import { ClientMemory } from './clients.js'

// Clients refresh in parallel: each call that is refused fetches new tokens for itself, with the same refresh token.

const EXPIRIES = 50
const CALLS = 8
const STATUS = { name: 'estado_conexion', arguments: {} }

const ports = [await freePort(), await freePort()] as const
const siteUrl = `http://localhost:${ports[0]}`
const mcp = await buildTestMcp(t, () => ({ siteUrl }))
const { pool, haulier } = mcp
const second = await secondProcess(t)
await mcp.app.listen({ host: '127.0.0.1', port: ports[0] })
await second.listen({ host: '127.0.0.1', port: ports[1] })

/** Another process of the service, by connections of its own. */
async function secondProcess(t: Test) {
  const own = openPool({ url: mcp.url, max: 6, name: 'test second process', role: ASSISTANTS_ROLE })
  const tokens = accessTokens({ pool: own })
  const app = await buildMcp({ ...mcp.dependencies, pool: own, tokens })
  t.teardown(async () => {
    await app.close()
    await tokens.close()
    await own.end()
  })
  return app
}

let requests = 0

/** As a proxy does: every other request goes to the other process. */
const inTurn: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  requests += 1
  url.port = String(ports[requests % 2 === 0 ? 0 : 1])
  return fetch(url, init)
}

/** What an authorised client remembers. */
async function letInAs(name: string): Promise<ClientMemory> {
  const email = `${name}@example.com`
  const person = { company_id: haulier.id, email, name: 'Lucía Fernández', role: 'owner' } as const
  const { id } = await addUser(pool, person, operator)
  const { client, access_token, refresh_token } = await letIn(pool, id, name, siteUrl)
  const memory = new ClientMemory(name, CALLBACK)
  const [known, held] = [
    { client_id: client.id, issuer: siteUrl },
    { access_token, refresh_token, token_type: 'Bearer', issuer: siteUrl },
  ]
  memory.saveClientInformation(known)
  memory.saveTokens(held)
  return memory
}

/** Lets the access token expire again and again under calls that are made at once. */
async function survives(
  t: Test,
  memory: ClientMemory,
  client: { callTool(call: typeof STATUS): Promise<unknown>; close(): Promise<void> },
): Promise<void> {
  // The older client gives up when the refusal of one call arrives after another call has refreshed the token.
  const againAfterLateRefusal = (error: unknown): Promise<unknown> => {
    if (!/401 after successful authentication/.test(String(error))) throw error
    return client.callTool(STATUS)
  }
  const held = new Set<string | undefined>()
  for (let times = 0; times < EXPIRIES; times++) {
    await pool.query('update oauth.access_tokens set expires_at = now()')
    const calls = Array.from({ length: CALLS }, () => client.callTool(STATUS).catch(againAfterLateRefusal))
    const answers = await Promise.all(calls)
    t.ok(answers.every((answer) => JSON.stringify(answer).includes(haulier.name)))
    held.add(memory.held?.refresh_token)
  }
  t.equal(held.size, EXPIRIES, 'it refreshed each time')
  t.equal(memory.wanted, undefined, 'consent was not asked for again')
  await client.close()
}

const clients = {
  older: async (url: URL, memory: ClientMemory) => {
    const client = new OlderClient({ name: 'older', version: '1.0.0' })
    await client.connect(new OlderTransport(url, { authProvider: memory, fetch: inTurn }))
    return client
  },
  newer: async (url: URL, memory: ClientMemory) => {
    const client = new Client({ name: 'newer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: memory, fetch: inTurn }))
    return client
  },
}

for (const [generation, connect] of Object.entries(clients))
  t.test(
    `the official client of the ${generation} generation survives fifty expiries, eight calls each`,
    async (t) => {
      const memory = await letInAs(generation)
      await survives(t, memory, await connect(new URL(`${siteUrl}/mcp`), memory))
      const { rows } = await pool.query(
        `select type from accounts.audit_outbox where type in ('AssistantTokenReused', 'AssistantDisconnected')`,
      )
      t.same(rows, [])
    },
  )
