import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import { INTERNAL_ERROR, INVALID_PARAMS, idOf, REFUSED, rpcError } from './json-rpc.js'
import type { Answer, Exchange, Serve } from './serving.js'

/** The version that a message is in, by its header; those who send none speak the oldest that had this transport. */
export function olderVersion(header: string | undefined): string {
  return header ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION
}

/**
 * Answers a message of the protocol's generation up to 2025-11-25, which shook hands. Nothing is kept between messages, so
 * whether hands were shaken is not asked.
 */
export async function answerOlder(
  serve: Serve,
  exchange: Exchange,
  body: unknown,
  versionHeader: string | undefined,
): Promise<Answer> {
  const message = parseJSONRPCMessage(body)
  if (
    !isInitialize(message) &&
    versionHeader !== undefined &&
    !SUPPORTED_PROTOCOL_VERSIONS.includes(versionHeader)
  ) {
    const sentence = `Bad Request: Unsupported protocol version (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`
    return { status: 400, json: JSON.stringify(rpcError(REFUSED, sentence, idOf(body))) }
  }
  // Notifications, and answers to questions that were never asked: there is nothing to answer.
  if (!('method' in message && 'id' in message)) return { status: 202 }
  const exchanged = new OneAnswer()
  const server = serve(exchange)
  await server.connect(exchanged)
  exchanged.onmessage?.(message)
  const answer = await exchanged.answer
  return { status: 200, json: JSON.stringify(exchange.fault === undefined ? withRightCode(answer) : answer) }
}

function isInitialize(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === 'initialize'
}

/** The package calls what it cannot read of the parameters an internal error. Ours are known by the exchange's fault. */
function withRightCode(answer: JSONRPCMessage): unknown {
  if (!('error' in answer) || answer.error.code !== INTERNAL_ERROR) return answer
  return rpcError(INVALID_PARAMS, 'Invalid params', answer.id ?? null)
}

/** Carries one request in and its one answer out; anything else that the server would like to say has no way. */
class OneAnswer implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  #found: (answer: JSONRPCMessage) => void = () => undefined
  readonly answer = new Promise<JSONRPCMessage>((resolve) => {
    this.#found = resolve
  })

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.#found(message)
  }

  async close(): Promise<void> {
    this.onclose?.()
  }
}
