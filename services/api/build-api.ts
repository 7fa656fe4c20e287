import { LONGEST_REQUEST_MS, trustedProxies } from '@ecmr/runtime'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, LogController } from 'fastify'
import type { ApiServer } from './api-server.js'
import { bodyLimits } from './body-limits.js'
import { contextOf } from './context.js'
import type { ApiDependencies } from './dependencies.js'
import { forgetOldKeysHourly } from './forget-old-keys.js'
import { requireApiKeys } from './plugins/api-keys.js'
import { hangUpWhileStopping } from './plugins/draining.js'
import { limitExpensiveReads } from './plugins/expensive-reads.js'
import { answerMalformedHttp } from './plugins/malformed-http.js'
import { speakJsonOnly } from './plugins/media-types.js'
import { measureRequests } from './plugins/metrics.js'
import { describeWithOpenApi } from './plugins/openapi.js'
import { takeMissingBodies } from './plugins/optional-bodies.js'
import { refuseUntilPrepared } from './plugins/preparation.js'
import { answerProbes } from './plugins/probes.js'
import { answerWithProblemDetails, sendProblem } from './plugins/problem-details.js'
import { limitRates, openRateLimits } from './plugins/rate-limits.js'
import { answerWithRequestIds, requestIdFor } from './plugins/request-ids.js'
import { logRequests } from './plugins/request-log.js'
import { sendSecurityHeaders } from './plugins/security-headers.js'
import { answerUnknownAddresses } from './plugins/unknown-addresses.js'
import { limitWriteVolume } from './plugins/write-volume.js'
import { problemFromError } from './problems/from-error.js'
import { routes } from './routes/index.js'
import { sharedPort } from './shared-port.js'
import { useStrictValidation } from './validation/compilers.js'

/**
 * Builds the REST interface; it listens when its maker says so. Closing it lets requests under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildApi(dependencies: ApiDependencies): Promise<ApiServer> {
  const { logger, siteUrl, trustProxy, beside } = dependencies
  const app: ApiServer = fastify({
    ...(logger && { loggerInstance: logger }),
    // One logger for all: lines carry the request id themselves, and a request costs none.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimits.usual,
    requestTimeout: LONGEST_REQUEST_MS,
    trustProxy: trustedProxies(trustProxy),
    genReqId: requestIdFor,
    requestIdHeader: false,
    // What still comes over an open connection is answered like everything else.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, problemFromError(error, request)),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    ...(beside && { serverFactory: sharedPort(beside) }),
  }).withTypeProvider<TypeBoxTypeProvider>()

  useStrictValidation(app)
  answerWithProblemDetails(app)
  answerUnknownAddresses(app)
  forgetOldKeysHourly(app, dependencies)
  answerWithRequestIds(app)
  hangUpWhileStopping(app, dependencies.asked)
  logRequests(app)
  measureRequests(app, dependencies.metrics)
  sendSecurityHeaders(app, siteUrl)
  refuseUntilPrepared(app, dependencies.tables)
  speakJsonOnly(app)
  const rates = openRateLimits(app, dependencies.limits)
  requireApiKeys(app, dependencies.keys, rates)
  describeWithOpenApi(app, dependencies, takeMissingBodies(app))
  limitRates(app, rates)
  limitWriteVolume(app, dependencies.limits)
  limitExpensiveReads(app, dependencies.expensive)
  app.after(() => {
    const context = contextOf(dependencies)
    answerProbes(app, context)
    for (const route of routes) route(app, context)
  })
  await app.ready()
  return app
}
