import fc from 'fast-check'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { NEWEST, newerHeaders, newerMessage, type Sent, sender } from './protocol-sender.js'

const mcp = await buildTestMcp(t)
const { access_token } = await mcp.connect(mcp.haulier)
const { post, older, newer } = sender(mcp.app, access_token)

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const call = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"buscar_ecmrs","arguments":${args}}}`
const failed = (code: number) => ({ jsonrpc: '2.0', error: { code, message: String } })

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
    ['a prototype in disguise', call('{"__proto\\u005f_":{"limit":1}}')],
  ]
  for (const [what, body] of bodies) {
    t.match(await post(body), { status: 400, json: { ...failed(-32_700), id: null } }, what)
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
  for (const [what, body] of bodies) t.match(await post(body), { status: 400, json: failed(-32_600) }, what)
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
    t.match(await older(method, params), { status: 200, json: { ...failed(-32_602), id: 1 } }, what)
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
    t.match(await post(body, newerHeaders('tools/list', {})), { status: 400, json: failed(-32_602) })
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
    ['the same name twice', '{"jsonrpc":"2.0","id":1,"method":"x","method":"ping"}', { result: {} }],
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
  for (const type of [
    'text/plain',
    'text/event-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/json-seq',
  ]) {
    t.match(
      await post(ping, { 'content-type': type }),
      { status: 415, json: { jsonrpc: '2.0', id: null } },
      type,
    )
  }
})

t.test('no message whatever is a fault of the service', async (t) => {
  const method = fc.constantFrom(
    'ping',
    'initialize',
    'tools/list',
    'tools/call',
    'server/discover',
    'subscriptions/listen',
    'x',
  )
  const name = fc.constantFrom(
    'buscar_ecmrs',
    'ver_ecmr',
    'consultar_tracking',
    'listar_webhooks',
    'extraer_documento',
    'estado_conexion',
    'x',
  )
  const argument = fc.constantFrom(
    'search',
    'status',
    'page',
    'limit',
    'desde',
    'id',
    'ecmr_number',
    'en_fecha',
    'activo',
    'image',
  )
  const args = fc.dictionary(argument, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()), {
    maxKeys: 3,
  })
  const params = fc.oneof(fc.jsonValue(), fc.record({ name, arguments: args }), args)
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '2.0', '1.0', 2),
      id: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
      method,
      params,
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const enveloped = fc
    .tuple(method, fc.record({ name, arguments: args }))
    .map(([what, given]) => newerMessage(what, given))
  const header = fc.constantFrom(
    NEWEST,
    '2025-06-18',
    'tools/call',
    'tools/list',
    'ver_ecmr',
    '',
    '=?base64?AA==?=',
    'ñ',
    '\t',
  )
  const headers = fc.dictionary(
    fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'accept'),
    header,
  )
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    message,
    enveloped,
  )
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
