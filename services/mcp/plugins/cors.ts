import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForClients, originGuard, pathOf, speaksJsonRpc } from '../addresses.js'
import type { McpDependencies, McpServer } from '../mcp-server.js'

// Those of the MCP specification and of Trace Context; a tool's parameters may be repeated in headers of their own.
const MAY_SEND = [
  'Authorization',
  'Content-Type',
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'traceparent',
  'tracestate',
  'baggage',
]
const PARAMETER = /^mcp-param-[\w-]+$/i
const MAY_SEE = ['WWW-Authenticate', 'Retry-After', 'Mcp-Session-Id', 'MCP-Protocol-Version']
// More than there are: a page should learn by 405 what an address does not take.
const METHODS = 'GET, HEAD, POST, DELETE'
const REMEMBER_SECONDS = 7_200

/**
 * Lets assistants that are web pages call: which origins may, and what their scripts may send and see. Nothing here goes by
 * cookies, so that registration, tokens and documents are for any page; the MCP endpoint is for those that may call it.
 */
export function allowWebPages(
  app: McpServer,
  dependencies: Pick<McpDependencies, 'siteUrl' | 'allowedOrigins'>,
): void {
  const isAllowed = originGuard(dependencies)
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request)
    const { origin } = request.headers
    if (!isForClients(path)) return
    if (speaksJsonRpc(path)) {
      reply.header('vary', 'Origin')
      if (origin === undefined || !isAllowed(origin)) return
      reply.header('access-control-allow-origin', origin)
    } else reply.header('access-control-allow-origin', '*')
    if (isPreflight(request)) return answerPreflight(request, reply)
    reply.header('access-control-expose-headers', MAY_SEE.join(', '))
  })
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Answered before any token is asked for: browsers send none with it. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = String(headers['access-control-request-headers'] ?? '').split(',')
  const parameters = asked.map((name) => name.trim()).filter((name) => PARAMETER.test(name))
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', [...MAY_SEND, ...parameters].join(', '))
    .header('access-control-max-age', REMEMBER_SECONDS)
    .send()
}
