import { randomUUID } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import { expensiveReads, LONGEST_REQUEST_MS, trustedProxies } from '@ecmr/runtime'
import { type FastifyReply, fastify, LogController } from 'fastify'
import { contextOf } from './context.js'
import type { PanelDependencies } from './dependencies.js'
import { pages } from './pages/index.js'
import type { PanelServer } from './panel-server.js'
import { guardAddresses } from './plugins/access.js'
import { serveAssets } from './plugins/assets.js'
import { useCookies } from './plugins/cookies.js'
import { hangUpWhileStopping } from './plugins/draining.js'
import { answerWithErrorPages } from './plugins/error-pages.js'
import { limitExpensiveReads } from './plugins/expensive-reads.js'
import { takeGenuineFormsOnly } from './plugins/genuine-forms.js'
import { speakLanguages } from './plugins/languages.js'
import { measurePages } from './plugins/metrics.js'
import { partFromOpeners } from './plugins/openers.js'
import { refuseNulBytes } from './plugins/plain-text.js'
import { refuseUntilPrepared } from './plugins/preparation.js'
import { limitRates } from './plugins/rate-limits.js'
import { readableUrl } from './plugins/readable-urls.js'
import { renderPages } from './plugins/rendering.js'
import { logRequests } from './plugins/request-log.js'
import { sendSecurityHeaders } from './plugins/security-headers.js'
import { answerUnknownAddresses } from './plugins/unknown-addresses.js'
import { missNamedProxy } from './plugins/unnamed-proxy.js'
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
    requestTimeout: LONGEST_REQUEST_MS,
    trustProxy: trustedProxies(trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => refuse(reply),
    rewriteUrl: readableUrl,
    // As long as addresses get: whatever a link holds, a page says that it leads nowhere.
    routerOptions: { maxParamLength: maxHeaderSize },
  })

  const cookies = useCookies(app, siteUrl)
  answerWithErrorPages(app)
  answerUnknownAddresses(app)
  sendSecurityHeaders(app, siteUrl)
  partFromOpeners(app)
  hangUpWhileStopping(app, dependencies.asked)
  logRequests(app)
  missNamedProxy(app, trustProxy)
  measurePages(app, dependencies.metrics)
  speakLanguages(app, cookies)
  refuseNulBytes(app)
  refuseUntilPrepared(app, dependencies.tables)
  knowVisitors(app, dependencies, cookies)
  limitRates(app, limits)
  guardAddresses(app)
  const { expensive = expensiveReads() } = dependencies
  limitExpensiveReads(app, expensive)
  const formToken = takeGenuineFormsOnly(app, secretKey, cookies)
  const asset = serveAssets(app)
  renderPages(app, dependencies, { asset, formToken, cookies })
  app.after(() => {
    answerProbes(app, dependencies)
    const context = contextOf(dependencies, cookies, expensive)
    for (const register of pages) register(app, context)
  })
  await app.ready()
  return app
}

/** What cannot even be an address of ours. */
function refuse(reply: FastifyReply): void {
  reply.code(400).type('text/plain; charset=utf-8').send('400 Bad Request\n')
}
