import { maxHeaderSize } from 'node:http'
import {
  answerProbes,
  answerUnknownAddresses,
  commandReadiness,
  expensiveReads,
  missNamedProxy,
  observeRequests,
  readableUrl,
  refuseUntilReady,
  serverOptions,
} from '@ecmr/web'
import { type FastifyReply, fastify } from 'fastify'
import { contextOf } from './context.js'
import type { PanelDependencies } from './dependencies.js'
import { type LiveUpdates, liveUpdates } from './live/live-updates.js'
import { type LiveObserver, liveObserver } from './live/observe.js'
import { pages } from './pages/index.js'
import type { PanelServer } from './panel-server.js'
import { guardAddresses } from './plugins/access.js'
import { serveAssets } from './plugins/assets.js'
import { useCookies } from './plugins/cookies.js'
import { allowOpenersOfConsent } from './plugins/coop.js'
import { protectForms } from './plugins/csrf.js'
import { answerWithErrorPages } from './plugins/error-pages.js'
import { speakLanguages } from './plugins/languages.js'
import { followLinksOfCompanies, ownerFinder } from './plugins/other-companies.js'
import { refuseNulBytes } from './plugins/plain-text.js'
import { limitExpensiveReads, limitRates } from './plugins/rate-limits.js'
import { renderPages } from './plugins/rendering.js'
import { askForSecondFactors } from './plugins/second-factors.js'
import { protectPages } from './plugins/security-headers.js'
import { knowVisitors } from './plugins/visitors.js'
import { PageProblem } from './problems/page-problem.js'

const LARGEST_FORM = 1_048_576
const ONE_VISITOR = 'all who come by it count as one visitor when attempts to log in are limited'
const PROBE = { config: { access: 'public', rateLimit: false, always: true } } as const

/**
 * Builds the panel; the caller listens, or it shares the port of the REST interface. Closing it lets
 * requests under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildPanel(dependencies: PanelDependencies): Promise<PanelServer> {
  const { siteUrl, trustProxy, limits, secretKey } = dependencies
  const app: PanelServer = fastify({
    ...serverOptions(dependencies),
    bodyLimit: LARGEST_FORM,
    frameworkErrors: (_error, _request, reply) => refuse(reply),
    rewriteUrl: readableUrl,
    // As long as addresses get: whatever a link holds, a page says that it leads nowhere.
    routerOptions: { maxParamLength: maxHeaderSize },
  })

  const cookies = useCookies(app, siteUrl)
  answerWithErrorPages(app, ownerFinder(dependencies.pool))
  answerUnknownAddresses(app, {
    notFound: () => new PageProblem('not_found'),
    methodNotAllowed: (allow) => new PageProblem('method_not_allowed', { allow }),
  })
  protectPages(app, siteUrl)
  allowOpenersOfConsent(app)
  missNamedProxy(app, trustProxy, ONE_VISITOR)
  observeRequests(app, 'panel', dependencies)
  speakLanguages(app, cookies)
  refuseNulBytes(app)
  refuseUntilReady(app, dependencies.tables, () => new PageProblem('unavailable', { 'retry-after': '1' }))
  knowVisitors(app, dependencies, cookies)
  askForSecondFactors(app)
  limitRates(app, limits)
  guardAddresses(app)
  followLinksOfCompanies(app)
  const { expensive = expensiveReads() } = dependencies
  limitExpensiveReads(app, expensive)
  const formToken = protectForms(app, secretKey, cookies)
  const asset = serveAssets(app)
  renderPages(app, dependencies, { asset, formToken, cookies })
  app.after(() => {
    const { shutdownSignal, documents } = dependencies
    const look = commandReadiness(dependencies)
    const live = openLive(app, dependencies)
    answerProbes(app, {
      look,
      shutdownSignal,
      details: () => ({ reading: documents.protection?.(), live: live.problem() }),
      route: PROBE,
    })
    const context = contextOf(dependencies, cookies, { expensive, live, asset })
    for (const register of pages) register(app, context)
  })
  await app.ready()
  return app
}

/** Streams end when the process is asked to stop: as requests under way they would hold it up. */
function openLive(
  app: PanelServer,
  { pool, positions, metrics, shutdownSignal }: PanelDependencies,
): LiveUpdates & Pick<LiveObserver, 'problem'> {
  const { observe, problem } = liveObserver(app.log, metrics, () => live.size())
  const live = liveUpdates({ pool, positions, observe })
  shutdownSignal?.addEventListener('abort', live.close, { once: true })
  app.addHook('preClose', async () => live.close())
  return { ...live, problem }
}

/** What cannot even be one of our addresses. */
function refuse(reply: FastifyReply): void {
  reply.code(400).type('text/plain; charset=utf-8').send('400 Bad Request\n')
}
