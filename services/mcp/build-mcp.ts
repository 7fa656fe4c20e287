import { randomUUID } from 'node:crypto'
import { LONGEST_REQUEST_MS, trustedProxies } from '@ecmr/runtime'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { McpDependencies } from './dependencies.js'
import type { McpServer } from './mcp-server.js'
import { authorizationServer } from './oauth/index.js'
import { allowWebPages } from './plugins/cors.js'
import { hangUpWhileStopping } from './plugins/draining.js'
import { answerWithErrors, refusalFrom, sendRefusal } from './plugins/errors.js'
import { guardHosts } from './plugins/hosts.js'
import { measureRequests, toolObserver } from './plugins/metrics.js'
import { refuseUntilPrepared } from './plugins/preparation.js'
import { limitRates } from './plugins/rate-limits.js'
import { logRequests } from './plugins/request-log.js'
import { sendSecurityHeaders } from './plugins/security-headers.js'
import { requireTokens } from './plugins/tokens.js'
import { answerUnknownAddresses } from './plugins/unknown-addresses.js'
import { answerProbes } from './probes.js'
import { mcpEndpoint } from './protocol/index.js'

/**
 * Builds the MCP service; it listens when its maker says so, or shares the port of the REST interface. Closing it lets requests
 * under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildMcp(dependencies: McpDependencies): Promise<McpServer> {
  const { logger, trustProxy } = dependencies
  const app: McpServer = fastify({
    ...(logger && { loggerInstance: logger }),
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: LONGEST_REQUEST_MS,
    trustProxy: trustedProxies(trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendRefusal(request, reply, refusalFrom(error, request)),
  }).withTypeProvider<TypeBoxTypeProvider>()

  answerWithErrors(app)
  answerUnknownAddresses(app)
  await sendSecurityHeaders(app, dependencies.siteUrl)
  hangUpWhileStopping(app, dependencies.asked)
  logRequests(app)
  measureRequests(app, dependencies.metrics)
  guardHosts(app, dependencies)
  allowWebPages(app, dependencies)
  refuseUntilPrepared(app, dependencies.tables)
  await limitRates(app, dependencies.limits)
  requireTokens(app, dependencies)
  app.after(() => {
    answerProbes(app, dependencies)
    authorizationServer(app, dependencies)
    mcpEndpoint(app, dependencies, toolObserver(dependencies.metrics))
  })
  await app.ready()
  return app
}
