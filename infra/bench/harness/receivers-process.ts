import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { listen } from '../../harness/listen.js'
import type { Arrival } from './receivers.js'

// Customers' servers, one port each, in a process of its own so that they share no thread with the sender. The port
// `PORT` tells where they are and what has come.

/** Every notification begins with the id of its event. */
const EVENT_ID = { from: '{"id":"'.length, to: '{"id":"'.length + 36 }

let arrivals: Arrival[] = []

/** Takes everything. */
function accept(endpoint: number): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [start] = chunks
      const event = start?.toString('latin1', EVENT_ID.from, EVENT_ID.to) ?? ''
      arrivals.push({ endpoint, event, id: String(request.headers['webhook-id']), at: Date.now() })
      response.writeHead(204).end()
    })
  }
}

function fail(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(500).end()
}

/** Takes the request and never answers. */
function hang(request: IncomingMessage): void {
  request.resume()
}

async function listenAll(
  count: string | undefined,
  listener: (index: number) => RequestListener,
): Promise<readonly string[]> {
  return Promise.all(
    Array.from({ length: Number(count ?? 0) }, async (_, index) => {
      const port = await listen(createServer(listener(index)))
      return `http://localhost:${port}/hooks`
    }),
  )
}

const urls = {
  good: await listenAll(process.env.GOOD, accept),
  failing: await listenAll(process.env.FAILING, () => fail),
  hanging: await listenAll(process.env.HANGING, () => hang),
}

const control = createServer((request, response) => {
  if (request.method === 'DELETE') arrivals = []
  const answers: Readonly<Record<string, unknown>> = { '/arrivals': arrivals, '/count': arrivals.length }
  response.end(JSON.stringify(answers[request.url ?? ''] ?? urls))
})
await listen(control, Number(process.env.PORT))
