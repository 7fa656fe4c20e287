import { sharedLook } from '@ecmr/runtime'
import {
  answerProbes,
  answerUnknownAddresses,
  observeRequests,
  refuseUntilReady,
  sendSecurityHeaders,
  serverOptions,
} from '@ecmr/web'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import type { McpDependencies, McpServer } from './mcp-server.js'
import { authorizationServer } from './oauth/index.js'
import { allowWebPages } from './plugins/cors.js'
import { answerWithErrors, refusalFrom, sendRefusal } from './plugins/errors.js'
import { guardHosts } from './plugins/hosts.js'
import { limitRates } from './plugins/rate-limits.js'
import { requireTokens } from './plugins/tokens.js'
import { mcpEndpoint } from './protocol/index.js'
import { Refusal, waitingForDatabase } from './refusal.js'
import { toolObserver } from './tool-metrics.js'

const PROBE = { config: { access: 'public', rateLimit: false, always: true } } as const
const NOTHING = 'There is nothing at this address.'
const BELOW_MCP = 'There is nothing at this address; MCP is at /mcp, with nothing behind it.'

/**
 * Builds the MCP service; the caller listens, or it shares the port of the REST interface. Closing it lets requests
 * under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildMcp(dependencies: McpDependencies): Promise<McpServer> {
  const { siteUrl, shutdownSignal, pool, tables, documents, storeWaitMs } = dependencies
  const app: McpServer = fastify({
    ...serverOptions(dependencies),
    frameworkErrors: (error, request, reply) => sendRefusal(request, reply, refusalFrom(error, request)),
  }).withTypeProvider<TypeBoxTypeProvider>()

  answerWithErrors(app)
  answerUnknownAddresses(app, {
    notFound: (path) => new Refusal(404, path.startsWith('/mcp/') ? BELOW_MCP : NOTHING),
    methodNotAllowed: (allow) => new Refusal(405, `Use one of ${allow}.`, { headers: { allow } }),
  })
  sendSecurityHeaders(app, siteUrl)
  observeRequests(app, 'mcp', dependencies)
  guardHosts(app, dependencies)
  allowWebPages(app, dependencies)
  refuseUntilReady(app, tables, waitingForDatabase)
  limitRates(app, dependencies.limits)
  requireTokens(app, dependencies)
  app.after(() => {
    const look = sharedLook(
      {
        PostgreSQL: () => pool.query('select 1'),
        'The tables': async () => tables?.check(),
      },
      storeWaitMs,
    )
    answerProbes(app, {
      look,
      shutdownSignal,
      details: () => ({ reading: documents.protection?.() }),
      route: PROBE,
    })
    authorizationServer(app, dependencies)
    mcpEndpoint(app, dependencies, toolObserver(dependencies.metrics))
  })
  await app.ready()
  return app
}
