import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  type InboundModernRoute,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'
import { type Answer, type Exchange, NEWEST_VERSION, type Serve } from './serving.js'

/**
 * Whether a message calls a tool and says all that it has to say about itself, as nearly every one does. Whatever has anything
 * unusual is for the package to judge.
 */
function isPlainCall({ message, classification }: InboundModernRoute, headers: IncomingHttpHeaders): boolean {
  return (
    message.method === 'tools/call' &&
    classification.revision === NEWEST_VERSION &&
    headers['mcp-protocol-version'] === NEWEST_VERSION &&
    headers['mcp-method'] === message.method &&
    headers['mcp-name'] === message.params?.name
  )
}

/**
 * Answers such a message. The package's handler would wrap the result in a Response, out of which it would have to be read
 * again, which takes a third of the time of a whole call.
 */
async function answerPlainCall(
  server: Server,
  { message, classification }: InboundModernRoute,
): Promise<Answer> {
  const exchanged = new PlainCall({ classification })
  await server.connect(exchanged)
  const refused = exchanged.handleMessage(message).then(async (response) => ({
    status: response.status,
    json: await response.text(),
  }))
  return Promise.race([exchanged.result, refused])
}

/** Hands a result over as it is; what is not one takes the package's way. */
class PlainCall extends PerRequestHTTPServerTransport {
  #found: (answer: Answer) => void = () => undefined
  readonly result = new Promise<Answer>((resolve) => {
    this.#found = resolve
  })

  override async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message)) this.#found({ status: 200, json: JSON.stringify(message) })
    else await super.send(message)
  }
}

// What the package looks at; it never sees tokens.
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** Answers messages of the protocol's generation since 2026-07-28: no handshake, each message says all about itself. */
interface NewerGeneration {
  answer(exchange: Exchange, route: InboundModernRoute, headers: IncomingHttpHeaders): Promise<Answer>
  close(): Promise<void>
}

export function newerGeneration(serve: Serve): NewerGeneration {
  const exchanges = new WeakMap<Request, Exchange>()
  // Answers are one JSON text each, as none of our handlers sends anything before its result.
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (exchange === undefined) throw new Error('the message belongs to no exchange')
      return serve(exchange)
    },
    { legacy: 'reject' },
  )
  return {
    async answer(exchange, route, headers) {
      if (isPlainCall(route, headers)) return answerPlainCall(serve(exchange), route)
      const request = asWebRequest(headers)
      exchanges.set(request, exchange)
      const response = await handler.fetch(request, { parsedBody: route.message })
      const json = await response.text()
      return { status: response.status, ...(json !== '' && { json }) }
    },
    close: () => handler.close(),
  }
}

function asWebRequest(given: IncomingHttpHeaders): Request {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  for (const name of HEADERS) {
    const value = given[name]
    if (typeof value === 'string') headers[name] = value
  }
  return new Request('http://mcp.invalid/mcp', { method: 'POST', headers })
}
