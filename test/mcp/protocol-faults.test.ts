import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { buildMcp } from '@ecmr/mcp'
import { openPool } from '@ecmr/postgres'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import t from 'tap'
import { dataUrl } from '../ocr/images.js'
import { buildTestMcp } from '../support/mcp.js'
import { sender } from './protocol-sender.js'

const MIB = 1_048_576

const lines: string[] = []
const metrics = new Registry()
let reading: (signal: AbortSignal) => Promise<never> = () => Promise.reject(new Error('nothing was said'))
const mcp = await buildTestMcp(t, () => ({
  documents: { read: ({ signal }) => reading(signal) },
  logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  metrics,
}))
const { access_token } = await mcp.connect(mcp.haulier)
const { older, newer } = sender(mcp.app, access_token)
const { port } = new URL(await mcp.app.listen({ host: '127.0.0.1', port: 0 }))
const readIt = { name: 'extraer_documento', arguments: { image: dataUrl('png') } }
const status = { name: 'estado_conexion', arguments: {} }

const rival = await mcp.connect(mcp.rival)

function open(headers: Readonly<Record<string, string | number>>): ClientRequest {
  return request({
    port,
    method: 'POST',
    path: '/mcp',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
  })
}

async function answerTo(sent: ClientRequest) {
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: Number(response.statusCode), headers: response.headers, json: JSON.parse(text) }
}

const calls = () => metrics.getSingleMetricAsString('ecmr_mcp_tool_calls_total')

t.test('who hangs up is not read on for', async (t) => {
  let isRead: (signal: AbortSignal) => void = () => undefined
  const begun = new Promise<AbortSignal>((resolve) => {
    isRead = resolve
  })
  reading = async (signal) => {
    isRead(signal)
    await once(signal, 'abort')
    throw signal.reason
  }
  lines.length = 0
  const sent = open({})
  sent.on('error', () => undefined)
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: readIt }))
  const signal = await begun
  t.notOk(signal.aborted)
  const aborted = once(signal, 'abort')
  sent.destroy()
  await aborted
  t.match(await older('ping'), { status: 200 })
  t.same(lines, [], 'which is nothing to write down')
})

t.test('an internal error is reported as one, and is in the log under the reported id', async (t) => {
  reading = () => Promise.reject(new Error('a screw is loose'))
  for (const ask of [older, newer]) {
    lines.length = 0
    const { status, json, text } = await ask('tools/call', readIt)
    t.equal(status, 500)
    t.match(json, { jsonrpc: '2.0', id: 1, error: { code: -32_603, data: { request_id: String } } })
    t.notMatch(text, /screw/)
    const { request_id } = Object(json).error.data
    t.match(
      lines.map((line) => JSON.parse(line)),
      [{ level: 50, request_id, err: { message: 'a screw is loose' } }],
    )
    t.notOk(lines.some((line) => line.includes(access_token)))
  }
  t.match(await calls(), /tool="extraer_documento",outcome="failed"} 2/)
})

t.test('while the database is away, tools and tokens say so', async (t) => {
  const { dependencies } = mcp
  const gone = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'test gone' })
  const withoutTools = await buildMcp({ ...dependencies, metrics: new Registry(), pool: gone })
  const connect = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  const tokens = { ...dependencies.tokens, authenticate: connect }
  const withoutTokens = await buildMcp({ ...dependencies, metrics: new Registry(), tokens })
  t.teardown(() => Promise.all([withoutTools.close(), withoutTokens.close(), gone.end()]))
  const away = {
    status: 503,
    headers: { 'retry-after': /^\d+$/ },
    json: { error: { code: -32_603, message: /database/ } },
  }
  lines.length = 0
  for (const app of [withoutTools, withoutTokens]) {
    const asking = sender(app, access_token)
    t.match(await asking.older('tools/call', status), away)
    t.match(await asking.newer('tools/call', status), away)
  }
  t.match(await sender(withoutTools, access_token).older('tools/call', status), { json: { id: 1 } })
  t.equal(lines.length, 5)
  t.ok(
    lines.every(
      (line) => JSON.parse(line).reason === 'nothing listens at its address' && !line.includes('stack'),
    ),
  )
  t.match(await sender(withoutTools, access_token).older('tools/list'), { status: 200 })
})

t.test('a photograph of 20 MB is refused by the tool, and more than 32 MiB by the endpoint', async (t) => {
  const image = `data:image/jpeg;base64,${'A'.repeat(27_000_000)}`
  t.match(await older('tools/call', { name: 'extraer_documento', arguments: { image } }), {
    status: 200,
    json: { result: { isError: true, content: [{ text: /MB/ }] } },
  })
  const announced = open({ 'content-length': 32 * MIB + 1 })
  announced.flushHeaders()
  t.match(await answerTo(announced), { status: 413, json: { jsonrpc: '2.0', error: { code: -32_600 } } })
  announced.destroy()
  const unannounced = open({ 'transfer-encoding': 'chunked' })
  const refused = answerTo(unannounced)
  const chunk = Buffer.alloc(MIB, ' ')
  // Once it has refused, the server need not read what is still on its way.
  for (let sent = 0; sent <= 33; sent += 1)
    if (!unannounced.write(chunk)) await Promise.race([once(unannounced, 'drain'), refused])
  t.match(await refused, { status: 413, json: { jsonrpc: '2.0', error: { code: -32_600 } } })
  unannounced.destroy()
})

t.test('few large messages are accepted at once, and small ones still are', async (t) => {
  const blanks = Buffer.alloc(MIB, ' ')
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: readIt }
  const body = Buffer.concat([Buffer.from(JSON.stringify(message)), blanks])
  const announced = { 'content-length': body.length }
  const unannounced = { 'transfer-encoding': 'chunked' }
  const send = (headers: Readonly<Record<string, string | number>>, payload = body): ClientRequest => {
    const sent = open(headers).on('error', () => undefined)
    sent.end(payload)
    return sent
  }
  /** Sends a large message, and returns when a tool works on it. */
  const hold = async (headers: Readonly<Record<string, string | number>>) => {
    const end = new AbortController()
    const begun = new Promise<AbortSignal>((resolve) => {
      reading = async (signal) => {
        resolve(signal)
        await once(AbortSignal.any([signal, end.signal]), 'abort')
        throw signal.reason ?? new Error('enough')
      }
    })
    const sent = send(headers)
    return { sent, signal: await begun, end }
  }
  const refused = { status: 429, headers: { 'retry-after': /^\d+$/ }, json: { error: { code: -32_000 } } }
  const first = await hold(announced)
  const second = await hold(unannounced)
  t.match(await answerTo(send(announced)), refused, 'a company leaves room for others')
  const rivals = { ...announced, authorization: `Bearer ${rival.access_token}` }
  const others = [await hold(rivals), await hold(rivals)]
  t.match(await answerTo(send(announced)), refused)
  t.match(await answerTo(send(unannounced)), refused)
  t.match(await older('tools/call', status), { status: 200 })

  const ended = answerTo(first.sent)
  first.end.abort()
  t.match(await ended, { status: 500 })
  others.push(await hold(announced))
  t.match(await answerTo(send(announced)), refused, 'whose answer is sent makes room, for one')

  const gone = once(second.signal, 'abort')
  second.sent.destroy()
  await gone
  t.match(
    await answerTo(send(announced, Buffer.alloc(body.length, ' '))),
    { status: 400 },
    'so does who hangs up',
  )
  t.match(
    await answerTo(send(announced, Buffer.alloc(body.length, ' '))),
    { status: 400 },
    'and who is refused',
  )
  for (const { end } of others) end.abort()
})

t.test('a message of very many parts, which would block others, is not parsed', async (t) => {
  const members = Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join()
  const hostile = [`{"arguments":{${members}}}`, `{"_meta":{${members}}}`, '['.repeat(100_000)]
  for (const params of hostile) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
    t.match(await sender(mcp.app, access_token).post(body), {
      status: 413,
      json: { error: { code: -32_600, message: 'A message has at most 20000 parts.' } },
    })
  }
})

t.test('without a good token nothing of a message is read', async (t) => {
  for (const authorization of ['', 'Bearer ecmr_at_x']) {
    const sent = open({ 'content-length': 30 * MIB, authorization })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    t.match(await answerTo(sent), { status: 401, json: { jsonrpc: '2.0', id: null } })
    sent.destroy()
  }
})
