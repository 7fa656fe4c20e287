import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import { type FastifyReply, fastify, LogController } from 'fastify'
import { contextOf } from './context.js'
import type { PanelDependencies } from './dependencies.js'
import { pages } from './pages/index.js'
import type { PanelServer } from './panel-server.js'
import { serveAssets } from './plugins/assets.js'
import { useCookies } from './plugins/cookies.js'
import { hangUpWhileStopping } from './plugins/draining.js'
import { answerWithErrorPages } from './plugins/error-pages.js'
import { takeGenuineFormsOnly } from './plugins/genuine-forms.js'
import { measurePages } from './plugins/metrics.js'
import { refuseUntilPrepared } from './plugins/preparation.js'
import { renderPages } from './plugins/rendering.js'
import { sendSecurityHeaders } from './plugins/security-headers.js'
import { knowVisitors } from './plugins/visitors.js'
import { answerProbes } from './probes.js'

const LARGEST_FORM = 1_048_576

/**
 * Builds the panel; it listens when its maker says so, or shares the port of the REST interface. Closing it lets
 * requests under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildPanel(dependencies: PanelDependencies): Promise<PanelServer> {
  const { logger, siteUrl, trustProxy, limits, secretKey } = dependencies
  const app: PanelServer = fastify({
    ...(logger && { loggerInstance: logger }),
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_FORM,
    requestTimeout: 30_000,
    trustProxy: trusted(trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => refuse(reply),
    routerOptions: { maxParamLength: 500 },
  })

  const cookies = useCookies(app, siteUrl)
  answerWithErrorPages(app)
  sendSecurityHeaders(app, siteUrl)
  hangUpWhileStopping(app, dependencies.asked)
  measurePages(app, dependencies.metrics)
  knowVisitors(app, dependencies, cookies)
  refuseUntilPrepared(app, dependencies.tables)
  app.register(rateLimit, {
    hook: 'preHandler',
    timeWindow: 60_000,
    max: ({ visitor }) => (visitor.signedIn ? limits.perPerson : limits.perAddress),
    keyGenerator: ({ visitor, ip }) => visitor.signedIn?.user.id ?? ip,
  })
  const formToken = takeGenuineFormsOnly(app, secretKey, cookies)
  const asset = serveAssets(app)
  renderPages(app, dependencies, { asset, formToken, cookies })
  app.after(() => {
    answerProbes(app, dependencies)
    const context = contextOf(dependencies, cookies)
    for (const register of pages) register(app, context)
  })
  await app.ready()
  return app
}

/** What cannot even be an address of ours. */
function refuse(reply: FastifyReply): void {
  reply.code(400).type('text/plain; charset=utf-8').send('400 Bad Request\n')
}

/** Proxies as Fastify wants to be told of them; the first hop is the one that is connected to us. */
function trusted(
  proxies: PanelDependencies['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!proxies) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}
