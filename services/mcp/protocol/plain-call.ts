import type { IncomingHttpHeaders } from 'node:http'
import {
  type InboundModernRoute,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'
import type { Answer } from './exchange.js'

/** The newest version of the protocol; a server has to know that it may be bound to it. */
export const NEWEST_VERSION = '2026-07-28'

/**
 * Whether a message calls a tool and says all that it has to say about itself, as nearly every one does. Whatever has anything
 * unusual is for the package to judge.
 */
export function isPlainCall(
  { message, classification }: InboundModernRoute,
  headers: IncomingHttpHeaders,
): boolean {
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
export async function answerPlainCall(
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
