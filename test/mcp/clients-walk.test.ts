import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Test } from 'tap'
import { testSiteInChromium } from '../support/chromium.js'
import { listeningSite, type TestSite } from '../support/site.js'
import { ClientMemory, callEveryTool, genericWalk, letIn, openCallback } from './clients.js'

// The older package's own class of error calls itself `Error`.
const UNAUTHORIZED = { message: 'Unauthorized' }

// One site and one browser for all, as these take longer than everything that is done with them.
testSiteInChromium(
  'clients that there are get in, read, stay in and are shown the door',
  listeningSite,
  async (given) => {
    const { t, site, open } = given
    const callback = await openCallback(t)
    const endpoint = new URL(`${site.siteUrl}/mcp`)

    await t.test('the official client of the older generation', async (t) => {
      const memory = new ClientMemory('Older client', callback.url)
      const client = new OlderClient({ name: 'older', version: '1.0.0' })
      const transport = () => new OlderTransport(endpoint, { authProvider: memory })
      const first = transport()
      await t.rejects(client.connect(first), UNAUTHORIZED)
      const back = await letIn(await open(), asked(memory), site, callback)
      await first.finishAuth(back.searchParams.get('code') ?? '')
      await client.connect(transport())
      await reads(t, client, site, memory, '2025-11-25')
      await t.rejects(client.listTools(), UNAUTHORIZED)
      t.match(asked(memory).pathname, '/oauth/authorize', 'and a new walk is asked for')
      await client.close()
    })

    await t.test('the official client of the newer generation', async (t) => {
      const memory = new ClientMemory('Newer client', callback.url)
      const versionNegotiation = { mode: 'auto' } as const
      const client = new Client({ name: 'newer', version: '1.0.0' }, { versionNegotiation })
      const transport = () => new StreamableHTTPClientTransport(endpoint, { authProvider: memory })
      const first = transport()
      await t.rejects(client.connect(first), UnauthorizedError)
      const back = await letIn(await open(), asked(memory), site, callback)
      await first.finishAuth(back.searchParams)
      await client.connect(transport())
      t.equal(client.getNegotiatedProtocolVersion(), '2026-07-28')
      const older = new Client({ name: 'newer', version: '1.0.0' })
      await older.connect(transport())
      t.equal(older.getNegotiatedProtocolVersion(), '2025-11-25', 'and speaks the older one by default')
      await callEveryTool(t, older, site.note)
      await older.close()
      await reads(t, client, site, memory, '2026-07-28')
      await t.rejects(client.callTool({ name: 'estado_conexion', arguments: {} }), UnauthorizedError)
      t.match(asked(memory).pathname, '/oauth/authorize', 'and a new walk is asked for')
      await client.close()
    })

    await t.test('a client made of a generic library', async (t) => {
      await genericWalk(t, { endpoint, site, callback, page: await open() })
    })
  },
)

/** Reads with every tool, goes on when its token has expired, and gives its access back. */
async function reads(
  t: Test,
  client: Parameters<typeof callEveryTool>[1],
  site: TestSite,
  memory: ClientMemory,
  protocol_version: string,
): Promise<void> {
  await callEveryTool(t, client, site.note)
  const { held } = memory
  await site.pool.query(`update oauth.access_tokens set expires_at = now() - interval '1 second'`)
  const status = { name: 'estado_conexion', arguments: {} }
  t.match(
    await client.callTool(status),
    { structuredContent: { protocol_version } },
    'it renews its token by itself',
  )
  t.not(memory.held?.access_token, held?.access_token)
  t.not(memory.held?.refresh_token, held?.refresh_token)
  memory.wanted = undefined
  const body = new URLSearchParams({
    client_id: memory.client?.client_id ?? '',
    token: memory.held?.refresh_token ?? '',
  })
  const revoked = await fetch(`${site.siteUrl}/oauth/revoke`, { method: 'POST', body })
  t.equal(revoked.status, 200)
}

function asked({ wanted }: ClientMemory): URL {
  if (wanted === undefined) throw new Error('the client asked for no page')
  return wanted
}
