import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { portOf } from './port-of.js'

/** One call as it came over the wire. */
export interface GeminiCall {
  readonly path: string
  readonly key: string | undefined
  readonly body: {
    readonly contents: readonly {
      readonly parts: readonly { readonly text?: string; readonly inlineData?: { readonly data: string } }[]
    }[]
    readonly systemInstruction: { readonly parts: readonly { readonly text: string }[] }
    readonly generationConfig: Readonly<Record<string, unknown>>
  }
}

/** How a call is answered. */
export type GeminiReply = (response: ServerResponse, call: GeminiCall) => void

/** A server that speaks Gemini's wire format: calls are answered by the replies in turn, the last one again and again. */
export async function geminiStandIn(t: Test, ...replies: readonly GeminiReply[]) {
  const calls: GeminiCall[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as GeminiCall['body']
    const call = { path: request.url ?? '', key: request.headersDistinct['x-goog-api-key']?.[0], body }
    calls.push(call)
    const reply = replies[Math.min(calls.length, replies.length) - 1]
    reply?.(response, call)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { calls, baseUrl: `http://127.0.0.1:${portOf(server)}` }
}

const sent =
  (status: number, body: unknown): GeminiReply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const candidate = (text: string, finishReason: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'gemini-test-001',
})

/** The model's text, finished. */
export const says = (text: string): GeminiReply => sent(200, candidate(text, 'STOP'))
/** The model's answer as JSON. */
export const answers = (answer: unknown): GeminiReply => says(JSON.stringify(answer))
/** The model had no room to say more. */
export const breaksOff = (text: string): GeminiReply => sent(200, candidate(text, 'MAX_TOKENS'))
/** The model stopped for a reason of its maker's. */
export const stopsFor = (finishReason: string): GeminiReply => sent(200, { candidates: [{ finishReason }] })
/** The question itself was refused. */
export const blocks = (blockReason: string): GeminiReply => sent(200, { promptFeedback: { blockReason } })
/** An error as Google's services write it. */
export const fails = (code: number, status: string, message: string): GeminiReply =>
  sent(code, { error: { code, status, message } })
/** A status with a page of some proxy instead of JSON. */
export const failsWithPage =
  (status: number): GeminiReply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
/** Nothing comes, ever. */
export const keepsSilent: GeminiReply = () => undefined
/** The connection ends in the middle of the answer. */
export const hangsUp: GeminiReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"candidates":[{"content":{"parts":[{"te', () => response.destroy())
}
/** A redirect to another server. */
export const leadsTo =
  (url: string): GeminiReply =>
  (response) =>
    response.writeHead(307, { location: url }).end()
/** An answer that never ends. */
export const neverEnds: GeminiReply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"candidates":[')
  const write = (): void => {
    while (!response.destroyed && response.write('{},'.repeat(20_000)));
  }
  response.on('drain', write)
  write()
}
/** Few bytes on the wire that become a hundred million. */
export const swells: GeminiReply = (response) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  response.writeHead(200, headers).end(gzipSync(Buffer.alloc(100_000_000, ' ')))
}
/** JSON that is none of Gemini's. */
export const sends = (body: unknown): GeminiReply => sent(200, body)
