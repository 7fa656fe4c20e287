import type { IncomingHttpHeaders } from 'node:http'
import { createMcpHandler, type InboundModernRoute } from '@modelcontextprotocol/server'
import type { Answer, Exchange } from './exchange.js'
import { answerPlainCall, isPlainCall } from './plain-call.js'
import type { Serve } from './serving.js'

// What the package looks at; it never sees tokens.
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** Answers messages of the protocol's generation since 2026-07-28: no handshake, each message says all about itself. */
export interface NewerGeneration {
  answer(exchange: Exchange, route: InboundModernRoute, headers: IncomingHttpHeaders): Promise<Answer>
  close(): Promise<void>
}

export function newerGeneration(serve: Serve): NewerGeneration {
  const exchanges = new WeakMap<Request, Exchange>()
  // Answers are one JSON text each, as none of our handlers sends anything before its result.
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo)
      if (exchange === undefined) throw new Error('nobody knows whose message this is')
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
