import { disconnectSignal, expensiveReads } from '@ecmr/web'
import { assistantOf, type McpDependencies, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import type { ObserveTool } from '../tool-metrics.js'
import type { answerMessages } from './messages.js'
import { type ReadMessage, takeJsonOnly } from './read-message.js'

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
  scope.post('/mcp', { config: { access: 'token' } }, async (request, reply) => {
    const signal = disconnectSignal(reply)
    const message = await readMessage(request, reply)
    const caller = { ...installation, assistant: assistantOf(request), now: clock(), signal }
    const answering = await opened()
    const { status, json } = await answering.answer(caller, message, request.headers)
    reply.code(status).header('cache-control', 'no-store')
    return json === undefined ? reply.send() : reply.type('application/json').send(json)
  })
}

/** There are no sessions to end and no streams to listen to. Said before anything of a body is read. */
function refuseStreams(scope: McpServer): void {
  const refuse = async (): Promise<never> => {
    throw new Refusal(405, 'Send messages by POST.', { headers: { allow: 'POST' } })
  }
  scope.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/mcp',
    config: { access: 'token' },
    onRequest: refuse,
    handler: refuse,
  })
}
