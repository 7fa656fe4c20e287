import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { NEWEST, OLDER, type Sent, sender } from './protocol-sender.js'

const mcp = await buildTestMcp(t)
const { access_token } = await mcp.connect(mcp.haulier)
const { post, older, newer } = sender(mcp.app, access_token)
const clientInfo = { name: 'test', version: '1' }
const serverInfo = {
  name: 'ecmr-integration-service',
  title: 'eCMR Integration Service',
  version: '0.0.0-test',
  websiteUrl: 'https://ecmr.example',
}
const onlyTools = { tools: { listChanged: false } }

const result = ({ json }: Sent): unknown =>
  typeof json === 'object' && json && 'result' in json ? json.result : {}
const failed = (code: number) => ({ json: { jsonrpc: '2.0', id: 1, error: { code, message: String } } })

t.test(
  'hands are shaken in every version that there was, and in the newest of them for others',
  async (t) => {
    const shake = (protocolVersion: string) =>
      older('initialize', { protocolVersion, capabilities: {}, clientInfo }).then(result)
    for (const version of OLDER) {
      t.match(await shake(version), { protocolVersion: version, serverInfo, instructions: /eCMR/ })
    }
    t.match(await shake('1999-01-01'), { protocolVersion: OLDER[0] })
    t.same((await older('initialize', { protocolVersion: OLDER[0], capabilities: {}, clientInfo })).json, {
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: OLDER[0],
        capabilities: onlyTools,
        serverInfo,
        instructions: String(Object(result(await newer('server/discover'))).instructions),
      },
    })
    t.match(await post({ jsonrpc: '2.0', method: 'notifications/initialized' }), { status: 202, text: '' })
  },
)

t.test(
  'without a handshake the server describes itself when asked, not to be cached by others',
  async (t) => {
    t.match(result(await newer('server/discover')), {
      supportedVersions: [NEWEST],
      capabilities: onlyTools,
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    })
    t.match(await older('server/discover'), { status: 200, ...failed(-32_601) })
  },
)

t.test('both generations see the same tools, each in its own words', async (t) => {
  const [before, now] = [Object(result(await older('tools/list'))), Object(result(await newer('tools/list')))]
  t.same(before.tools, now.tools)
  t.same(Object.keys(before), ['tools'])
  t.match(now, { ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' })
  t.same(
    before.tools.map(({ name }: { name: string }) => name),
    [
      'buscar_ecmrs',
      'ver_ecmr',
      'consultar_tracking',
      'listar_webhooks',
      'extraer_documento',
      'estado_conexion',
    ],
  )
  t.match(await older('tools/list', { cursor: 'x' }), failed(-32_602))
  t.match(await newer('tools/list', { cursor: 'x' }), failed(-32_602))
})

t.test('a tool is called in both generations, and learns which version is spoken', async (t) => {
  const call = { name: 'estado_conexion', arguments: {} }
  const before = await older('tools/call', call, { 'mcp-protocol-version': '2025-06-18' })
  const now = await newer('tools/call', call)
  const silent = await older('tools/call', call)
  t.match(now, {
    status: 200,
    headers: { 'content-type': /^application\/json/, 'cache-control': 'no-store' },
  })
  t.match(result(now), { resultType: 'complete', content: [{ type: 'text' }] })
  t.match(before.text, '2025-06-18')
  t.match(now.text, NEWEST)
  t.match(silent.text, '2025-03-26')
  t.match(result(await older('tools/call', { name: 'estado_conexion' })), { structuredContent: {} })
})

t.test(
  'arguments that do not fit are a result that says so, a tool that is not there is an error',
  async (t) => {
    for (const ask of [older, newer]) {
      const wrong = await ask('tools/call', { name: 'buscar_ecmrs', arguments: { limit: 'many', x: 1 } })
      t.match(wrong.status, 200)
      t.match(result(wrong), { isError: true, content: [{ type: 'text', text: String }] })
      const unknown = await ask('tools/call', { name: 'borrar_ecmr', arguments: {} })
      t.match(unknown, { status: 200, ...failed(-32_602) })
      t.match(await ask('tools/call', { name: '__proto__' }), failed(-32_602))
      t.match(await ask('tools/call', { name: 'constructor' }), failed(-32_602))
    }
  },
)

t.test('what this server does not do is no method of it', async (t) => {
  const methods = [
    'resources/list',
    'prompts/list',
    'logging/setLevel',
    'completion/complete',
    'tasks/list',
    'x',
  ]
  for (const method of methods) {
    t.match(await older(method), { status: 200, ...failed(-32_601) }, method)
    t.match(await newer(method), { status: 404, ...failed(-32_601) }, method)
  }
  const listen = { notifications: { toolsListChanged: true } }
  t.match(await newer('subscriptions/listen', listen), { status: 404, ...failed(-32_601) })
  t.match(await older('subscriptions/listen', listen), { status: 200, ...failed(-32_601) })
  t.match(await older('ping'), { status: 200, json: { result: {} } })
  t.match(await newer('ping'), failed(-32_601), 'the newer generation has none')
})

t.test('notifications and unrequested answers are accepted and have no effect', async (t) => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const headers = { 'mcp-protocol-version': NEWEST, 'mcp-method': 'notifications/cancelled' }
  t.match(await post(cancelled), { status: 202, text: '' })
  t.match(await post(cancelled, headers), { status: 202, text: '' })
  t.match(await post({ jsonrpc: '2.0', method: 'notifications/nothing' }), { status: 202, text: '' })
  t.match(await post({ jsonrpc: '2.0', id: 7, result: {} }), { status: 202, text: '' })
  t.match(await post({ jsonrpc: '2.0', id: 7, error: { code: 1, message: 'x' } }), { status: 202, text: '' })
})

t.test('whatever a client accepts, it gets one JSON text', async (t) => {
  const accepts = [
    '*/*',
    'application/json',
    'text/event-stream',
    'text/html',
    'application/json, text/event-stream',
    '',
  ]
  for (const accept of accepts) {
    for (const ask of [older, newer]) {
      const answer = await ask('tools/call', { name: 'estado_conexion', arguments: {} }, { accept })
      t.match(answer, { status: 200, headers: { 'content-type': /^application\/json/ } }, accept)
    }
  }
})

t.test('headers and message have to agree on version, method and name', async (t) => {
  const call = { name: 'estado_conexion', arguments: {} }
  t.match(await older('ping', {}, { 'mcp-protocol-version': '1999-01-01' }), {
    status: 400,
    ...failed(-32_000),
  })
  t.match(await older('ping', {}, { 'mcp-protocol-version': NEWEST }), { status: 400, ...failed(-32_602) })
  t.match(await newer('tools/call', call, { 'mcp-method': 'tools/list' }), {
    status: 400,
    ...failed(-32_020),
  })
  t.match(await newer('tools/call', call, { 'mcp-name': 'ver_ecmr' }), { status: 400, ...failed(-32_020) })
  t.match(await newer('tools/call', call, { 'mcp-name': '=?base64?%?=' }), {
    status: 400,
    ...failed(-32_020),
  })
  const { status, json } = await newer('tools/call', call, { 'mcp-protocol-version': '2025-11-25' })
  t.match({ status, json }, { status: 400, ...failed(-32_020) })
  const encoded = `=?base64?${Buffer.from('estado_conexion').toString('base64')}?=`
  t.match(await newer('tools/call', call, { 'mcp-name': encoded }), { status: 200 })
})

t.test('there is nothing to listen to and no session to end', async (t) => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
    const { statusCode, headers, body } = await mcp.app.inject({
      method,
      url: '/mcp',
      headers: { host: 'ecmr.example', authorization: `Bearer ${access_token}`, accept: 'text/event-stream' },
    })
    t.match({ statusCode, headers }, { statusCode: 405, headers: { allow: 'POST' } }, method)
    t.match(JSON.parse(body), { jsonrpc: '2.0', error: { code: Number, message: String }, id: null })
  }
})

t.test('the official clients speak with it, each in its way', async (t) => {
  const url = new URL('/mcp', await mcp.app.listen({ host: '127.0.0.1', port: 0 }))
  const requestInit = { headers: { authorization: `Bearer ${access_token}` } }
  for (const mode of ['legacy', 'auto', { pin: NEWEST }] as const) {
    const client = new Client(clientInfo, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    t.equal(client.getNegotiatedProtocolVersion(), mode === 'legacy' ? OLDER[0] : NEWEST)
    t.equal((await client.listTools()).tools.length, 6)
    t.match(await client.callTool({ name: 'estado_conexion', arguments: {} }), { structuredContent: {} })
    await client.close()
  }
  const older = new OlderClient(clientInfo)
  await older.connect(new OlderTransport(url, { requestInit }))
  t.equal((await older.listTools()).tools.length, 6)
  t.match(await older.callTool({ name: 'estado_conexion' }), { structuredContent: {} })
  await older.close()
})
