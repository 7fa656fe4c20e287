import { disconnectSignal, expensiveReads } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assistantOf, type McpDependencies, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import type { ObserveTool } from '../tool-metrics.js'
import { INTERNAL_ERROR, idOf, rpcError } from './json-rpc.js'
import type { answerMessages } from './messages.js'
import { progressTokenOf, soon, withProgress } from './progress.js'
import { type ReadMessage, takeJsonOnly } from './read-message.js'
import type { Answer } from './serving.js'

/** The MCP endpoint, POST /mcp, in both generations of the protocol. */
export function mcpEndpoint(app: McpServer, dependencies: McpDependencies, observe: ObserveTool): void {
  app.register((scope: McpServer, _options, done) => {
    takeMessages(scope, takeJsonOnly(scope), dependencies, observe)
    refuseStreams(scope)
    done()
  })
}

function takeMessages(
  scope: McpServer,
  readMessage: ReadMessage,
  {
    pool,
    documents,
    expensive = expensiveReads(),
    siteUrl,
    documentUrlOf,
    version,
    limits,
    clock = () => new Date(),
  }: McpDependencies,
  observe: ObserveTool,
): void {
  const installation = { pool, documents, reads: expensive, siteUrl, documentUrlOf, version, limits }
  // Loaded for the first message: the protocol's package takes 8 MB, of installations without assistants too.
  let messages: Promise<ReturnType<typeof answerMessages>> | undefined
  const opened = () => {
    messages ??= import('./messages.js').then((module) => module.answerMessages(installation, observe))
    return messages
  }
  scope.addHook('onClose', async () => (await messages)?.close())
  const take = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const signal = disconnectSignal(reply)
    const message = await readMessage(request, reply)
    const caller = { ...installation, assistant: assistantOf(request), now: clock(), signal }
    const answering = (await opened()).answer(caller, message, request.headers)
    const token = progressTokenOf(message, request.headers.accept)
    reply.header('cache-control', 'no-store')
    const answer = token === undefined ? await answering : await soon(answering)
    if (token === undefined || answer !== undefined) return sendAnswer(reply, answer ?? (await answering))
    // Proxies that collect answers would keep the news to themselves.
    reply.type('text/event-stream').header('x-accel-buffering', 'no')
    return reply.send(withProgress(textOf(answering, request), token))
  }
  for (const url of PATHS) scope.post(url, { config: { access: 'token' } }, take)
}

/** Clients are given the address with a slash at its end as well. */
const PATHS = ['/mcp', '/mcp/']

function sendAnswer(reply: FastifyReply, { status, json }: Answer): FastifyReply {
  reply.code(status)
  return json === undefined ? reply.send() : reply.type('application/json').send(json)
}

/** The answer as the last event of a stream, whose status has been sent: a fault of the service is one of the message here. */
async function textOf(answering: Promise<Answer>, request: FastifyRequest): Promise<string> {
  try {
    return (await answering).json ?? ''
  } catch (error) {
    const { id, body, log } = request
    log.error({ request_id: id, route: request.routeOptions.url, err: error }, 'request failed')
    return JSON.stringify(rpcError(INTERNAL_ERROR, 'Internal error', idOf(body), { request_id: id }))
  }
}

/** There are no sessions to end and no streams to listen to. Said before anything of a body is read. */
function refuseStreams(scope: McpServer): void {
  const refuse = async (): Promise<never> => {
    throw new Refusal(405, 'Send messages by POST.', { headers: { allow: 'POST' } })
  }
  for (const url of PATHS)
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url,
      config: { access: 'token' },
      onRequest: refuse,
      handler: refuse,
    })
}
