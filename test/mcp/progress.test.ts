import { EventEmitter, once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import t from 'tap'
import { dataUrl } from '../ocr/images.js'
import { testReader } from '../support/document-reader.js'
import { buildTestMcp } from '../support/mcp.js'

// While a paper is read, clients that want to are told that it goes on, in both generations.

const reader = testReader()
/** the readings under way */
const readings = new EventEmitter()
let goOn: (() => void) | undefined
/** what becomes of the next reading */
let fails = false
const mcp = await buildTestMcp(t, () => ({
  documents: {
    async read(request) {
      await new Promise<void>((resolve) => {
        goOn = resolve
        readings.emit('begun')
        request.signal.addEventListener('abort', () => resolve())
      })
      if (fails) throw new Error('broken')
      return reader.read(request)
    },
  },
}))
const { access_token } = await mcp.connect(mcp.haulier)
const url = new URL('/mcp', await mcp.app.listen({ host: '127.0.0.1', port: 0 }))
const requestInit = { headers: { authorization: `Bearer ${access_token}` } }
const clientInfo = { name: 'test', version: '1' }
const call = { name: 'extraer_documento', arguments: { image: dataUrl('png') } }

/** Lets the reading end once it was told twice that it goes on. */
function listener() {
  const told: number[] = []
  const onprogress = ({ progress }: { readonly progress: number }): void => {
    told.push(progress)
    if (told.length === 2) goOn?.()
  }
  return { told, onprogress }
}

t.test('the official clients of both generations are told that a reading goes on', async (t) => {
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client(clientInfo, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    const { told, onprogress } = listener()
    const result = await client.callTool(call, { onprogress })
    t.match(result, { structuredContent: { document_type: 'cmr' } })
    t.same(told, [1, 2])
    await client.close()
  }
  const older = new OlderClient(clientInfo)
  await older.connect(new OlderTransport(url, { requestInit }))
  const { told, onprogress } = listener()
  t.match(await older.callTool(call, undefined, { onprogress }), {
    structuredContent: { document_type: 'cmr' },
  })
  t.same(told, [1, 2])
  await older.close()
})

const message = (_meta: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { ...call, _meta } })
const send = (accept: string, _meta: object) =>
  fetch(url, {
    method: 'POST',
    headers: { ...requestInit.headers, 'content-type': 'application/json', accept },
    body: message(_meta),
  })

t.test('who has not asked for it gets one JSON text', async (t) => {
  for (const [accept, meta] of [
    ['application/json', { progressToken: 'x' }],
    ['application/json, text/event-stream', {}],
  ] as const) {
    const begun = once(readings, 'begun')
    const answer = send(accept, meta)
    await begun
    goOn?.()
    const { headers } = await answer
    t.match(headers.get('content-type'), /^application\/json/)
  }
})

t.test(
  'a fault that comes after the first news is told as the answer, with the id of the request',
  async (t) => {
    fails = true
    const answer = await send('text/event-stream', { progressToken: 0 })
    t.match(answer.headers.get('content-type'), /^text\/event-stream/)
    goOn?.()
    const events = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '))
    t.match(JSON.parse(events[0]?.slice(6) ?? ''), {
      method: 'notifications/progress',
      params: { progressToken: 0 },
    })
    t.match(JSON.parse(events.at(-1)?.slice(6) ?? ''), {
      id: 7,
      error: { code: -32_603, data: { request_id: String } },
    })
  },
)
