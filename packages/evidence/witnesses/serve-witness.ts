import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Witness, WitnessAnswer } from './witness.js'
import { MAX_REQUEST_BYTES } from './witness-request.js'

const REQUEST_TIMEOUT_MS = 10_000
const MOST_CONNECTIONS = 200
const SIZE_TYPE = 'text/x.tlog.size'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/**
 * Serves a witness over HTTP (C2SP `tlog-witness`): `POST /add-checkpoint`, and `GET /<SHA-256 of the origin>/checkpoint`.
 *
 * @param options.origins of the logs that it knows
 * @param options.onError gets why a request could not be answered, such as a full disk
 * @returns once it listens
 */
export async function serveWitness(
  witness: Witness,
  options: {
    readonly host: string
    readonly port: number
    readonly origins: readonly string[]
    readonly onError: (error: unknown) => void
  },
): Promise<Server> {
  const byHash = new Map(options.origins.map((origin) => [hash('sha256', origin), origin]))
  const server = createServer((request, response) => {
    answer(witness, byHash, request, response).catch((error: unknown) => {
      options.onError(error)
      if (response.headersSent) response.destroy()
      else send(response, 500, 'The checkpoint could not be remembered, so it is not cosigned; try again.\n')
    })
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.maxConnections = MOST_CONNECTIONS
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return server
}

async function answer(
  witness: Witness,
  byHash: ReadonlyMap<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '' } = request
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await bodyOf(request)
    if (body === undefined) return send(response, 413, 'The request is too large.\n')
    const { status, body: text } = await witness.addCheckpoint(body)
    return send(response, status, text)
  }
  const [, digest = ''] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  const newest = method === 'GET' ? witness.newest(byHash.get(digest) ?? '') : undefined
  if (newest) return send(response, 200, newest.note)
  send(response, 404, 'There is nothing here.\n')
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > MAX_REQUEST_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, status: WitnessAnswer['status'] | 413 | 500, body: string): void {
  const type = status === 409 ? SIZE_TYPE : TEXT_TYPE
  // What is left of a request that is too large is not read.
  const headers = { 'content-type': type, ...(status === 413 && { connection: 'close' }) }
  response.writeHead(status, headers).end(body)
}
