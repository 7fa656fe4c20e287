import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import fc from 'fast-check'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { NEWEST, newerHeaders, newerMessage, OLDER, type Sent, sender } from './protocol-sender.js'

const mcp = await buildTestMcp(t)
const { access_token } = await mcp.connect(mcp.haulier)
const { post, older, newer } = sender(mcp.app, access_token)
const clientInfo = { name: 'test', version: '1' }
const serverInfo = {
  name: 'ecmr-integration-service',
  title: 'eCMR Integration Service',
  version: '0.0.0-test',
  websiteUrl: 'https://ecmr.example',
  icons: [
    { src: 'https://ecmr.example/assets/icon-96.png', mimeType: 'image/png', sizes: ['96x96'] },
    { src: 'https://ecmr.example/assets/icon.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
  ],
}
const TOOLS = [
  'buscar_ecmrs',
  'ver_ecmr',
  'consultar_tracking',
  'listar_webhooks',
  'extraer_documento',
  'estado_conexion',
]
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
    Array.from(before.tools, ({ name }) => name),
    TOOLS,
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
  for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', 'completion/complete', 'x']) {
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
  const both = 'application/json, text/event-stream'
  for (const accept of ['*/*', 'application/json', 'text/event-stream', 'text/html', both, '']) {
    for (const ask of [older, newer]) {
      const answer = await ask('tools/call', { name: 'estado_conexion', arguments: {} }, { accept })
      t.match(answer, { status: 200, headers: { 'content-type': /^application\/json/ } }, accept)
    }
  }
})

t.test('headers and message have to agree on version, method and name', async (t) => {
  const call = { name: 'estado_conexion', arguments: {} }
  const version = (value: string) => ({ 'mcp-protocol-version': value })
  t.match(await older('ping', {}, version('1999-01-01')), { status: 400, ...failed(-32_000) })
  t.match(await older('ping', {}, version(NEWEST)), { status: 400, ...failed(-32_602) })
  for (const headers of [
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'ver_ecmr' },
    { 'mcp-name': '=?base64?%?=' },
    version('2025-11-25'),
  ])
    t.match(await newer('tools/call', call, headers), { status: 400, ...failed(-32_020) })
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

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const call = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"buscar_ecmrs","arguments":${args}}}`
const faulty = (code: number) => ({ jsonrpc: '2.0', error: { code, message: String } })

t.test('what is not JSON is a parse error', async (t) => {
  const bodies: readonly [string, string | Buffer][] = [
    ['half a message', '{"jsonrpc":'],
    ['nothing', ''],
    ['blanks', '  \n'],
    ['a form', 'jsonrpc=2.0&method=ping'],
    ['UTF-16', Buffer.from(ping, 'utf16le')],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${ping}`, 'utf16le')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['two messages', `${ping}\n${ping}`],
    ['comments', `/* ping */ ${ping}`],
    ['NaN', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}'],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"id":2}}'],
    ['a prototype further in', call('{"__proto__":{"limit":1}}')],
    ['the same name twice', '{"jsonrpc":"2.0","id":1,"method":"x","method":"ping"}'],
    ['a prototype in disguise', call('{"__proto\\u005f_":{"limit":1}}')],
  ]
  for (const [what, body] of bodies) {
    t.match(await post(body), { status: 400, json: { ...faulty(-32_700), id: null } }, what)
  }
})

t.test('what is JSON but no message is an invalid request', async (t) => {
  const bodies: readonly [string, unknown][] = [
    ['null', 'null'],
    ['a number', '17'],
    ['a huge number', '1e999'],
    ['a text', '"ping"'],
    ['an empty object', {}],
    ['deep nesting', deep(10_000)],
    ['an empty batch', []],
    ['a batch of one', `[${ping}]`],
    ['a batch of notifications', [{ jsonrpc: '2.0', method: 'notifications/initialized' }]],
    ['no version', { id: 1, method: 'ping' }],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['a version that is a number', { jsonrpc: 2, id: 1, method: 'ping' }],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 1 }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['the id null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['the id true', { jsonrpc: '2.0', id: true, method: 'ping' }],
    ['an object for an id', { jsonrpc: '2.0', id: {}, method: 'ping' }],
    ['a fraction for an id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
    ['an id beyond all numbers', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}'],
    ['parameters in a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }],
    ['parameters that are a text', { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' }],
    ['parameters null', { jsonrpc: '2.0', id: 1, method: 'ping', params: null }],
    ['_meta that is a text', { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: 'x' } }],
    ['more than a message has', { jsonrpc: '2.0', id: 1, method: 'ping', also: 1 }],
    ['an answer with both', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } }],
  ]
  for (const [what, body] of bodies) t.match(await post(body), { status: 400, json: faulty(-32_600) }, what)
})

t.test('parameters of the wrong kind are the sender’s fault', async (t) => {
  const wrong: readonly [string, object][] = [
    ['initialize', {}],
    ['initialize', { protocolVersion: 1, capabilities: [], clientInfo: 'x' }],
    ['tools/call', {}],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'buscar_ecmrs', arguments: 'x' }],
    ['tools/call', { name: 'buscar_ecmrs', arguments: [] }],
    ['tools/list', { cursor: 7 }],
  ]
  for (const [method, params] of wrong) {
    const what = `${method} ${JSON.stringify(params)}`
    t.match(await older(method, params), { status: 200, json: { ...faulty(-32_602), id: 1 } }, what)
    if (method === 'initialize') continue
    const { json } = await newer(method, params)
    t.match(json, { error: { code: Number } }, what)
    t.notMatch(json, { error: { code: -32_603 } }, what)
  }
  const claims = [
    {},
    { 'io.modelcontextprotocol/protocolVersion': 7 },
    { 'io.modelcontextprotocol/protocolVersion': NEWEST },
  ]
  for (const _meta of claims) {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
    t.match(await post(body, newerHeaders('tools/list', {})), { status: 400, json: faulty(-32_602) })
  }
  const future = {
    'io.modelcontextprotocol/protocolVersion': '2099-01-01',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: future } }
  t.match(await post(body), {
    status: 400,
    json: { error: { code: -32_022, data: { supported: [NEWEST] } } },
  })
})

t.test('odd but well-formed messages are answered', async (t) => {
  const answered: readonly [string, string | Buffer, object][] = [
    ['a byte order mark', `\ufeff${ping}`, { result: {} }],
    ['an empty id', '{"jsonrpc":"2.0","id":"","method":"ping"}', { id: '', result: {} }],
    [
      'half a character for an id',
      '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
      { id: '\ud800', result: {} },
    ],
    ['a negative id', '{"jsonrpc":"2.0","id":-9007199254740991,"method":"ping"}', { result: {} }],
    ['deep arguments', call(`{"search":${deep(10_000)}}`), { result: { isError: true } }],
    ['a huge number', call('{"limit":1e999}'), { result: { isError: true } }],
    ['half a character', call('{"search":"\\ud800"}'), { jsonrpc: '2.0' }],
    ['a null character', call('{"search":"\\u0000"}'), { jsonrpc: '2.0' }],
    ['a constructor', call('{"constructor":{"prototype":{}}}'), { result: { isError: true } }],
    [
      'very many arguments',
      call(JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`a${i}`, i])))),
      { result: { isError: true } },
    ],
  ]
  for (const [what, body, json] of answered) t.match(await post(body), { status: 200, json }, what)
  t.equal((await post(ping, { 'content-type': 'application/json; charset=utf-8' })).status, 200)
})

t.test('bodies are JSON by their type as well', async (t) => {
  for (const type of ['text/plain', 'text/event-stream', 'multipart/form-data; boundary=x', 'nonsense'])
    t.match(
      await post(ping, { 'content-type': type }),
      { status: 415, json: { jsonrpc: '2.0', id: null } },
      type,
    )
})

t.test('no message whatever is a fault of the service', async (t) => {
  const oneOf = (words: string) => fc.constantFrom(...words.split(' '))
  const method = oneOf('ping initialize tools/list tools/call server/discover subscriptions/listen x')
  const name = oneOf(`${TOOLS.join(' ')} x`)
  const argument = oneOf('search status cursor limit desde id ecmr_number en_fecha activo image')
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())
  const args = fc.dictionary(argument, value, { maxKeys: 3 })
  const call = fc.record({ name, arguments: args })
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', 2),
      id: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
      method,
      params: fc.oneof(fc.jsonValue(), call, args),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const enveloped = fc.tuple(method, call).map(([what, given]) => newerMessage(what, given))
  const header = fc.constantFrom(
    NEWEST,
    '2025-06-18',
    'tools/call',
    'ver_ecmr',
    '',
    '=?base64?AA==?=',
    'ñ',
    '\t',
  )
  const headers = fc.dictionary(oneOf('mcp-protocol-version mcp-method mcp-name accept'), header)
  const bytes = fc.uint8Array().map((each) => Buffer.from(each))
  const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), bytes, message, enveloped)
  await fc.assert(
    fc.asyncProperty(body, headers, async (sent, with_) => {
      const { status, json }: Sent = await post(sent, with_)
      if (status >= 500) throw new Error(`${status} ${JSON.stringify(json)}`)
      if (status !== 202 && !(typeof json === 'object' && json && 'jsonrpc' in json))
        throw new Error('no JSON-RPC')
    }),
    { numRuns: 300 },
  )
  t.match(await post(ping), { status: 200, json: { result: {} } })
})
