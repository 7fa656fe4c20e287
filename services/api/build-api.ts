import {
  answerProbes,
  answerUnknownAddresses,
  expensiveReads,
  observeRequests,
  refuseUntilReady,
  sendSecurityHeaders,
  serverOptions,
} from '@ecmr/web'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import type { ApiServer } from './api-server.js'
import { bodyLimits } from './body-limits.js'
import { contextOf } from './context.js'
import type { ApiDependencies } from './dependencies.js'
import { forgetOldKeysHourly } from './forget-old-keys.js'
import { lookAtEvidence } from './health/evidence.js'
import { requireApiKeys } from './plugins/api-keys.js'
import { compressAnswers } from './plugins/compression.js'
import { openToOtherOrigins } from './plugins/cross-origin.js'
import { limitExpensiveReads } from './plugins/expensive-reads.js'
import { answerMalformedHttp } from './plugins/malformed-http.js'
import { speakJsonOnly } from './plugins/media-types.js'
import { describeWithOpenApi } from './plugins/openapi.js'
import { takeMissingBodies } from './plugins/optional-bodies.js'
import { answerWithProblemDetails, sendProblem } from './plugins/problem-details.js'
import { limitRates, openRateLimits } from './plugins/rate-limits.js'
import { answerWithRequestIds, requestIdFor } from './plugins/request-ids.js'
import { limitWriteVolume } from './plugins/write-volume.js'
import { problemFromError } from './problems/from-error.js'
import { notFound } from './problems/not-found.js'
import { Problem } from './problems/problem.js'
import { routes } from './routes/index.js'
import { sharedPort } from './shared-port.js'
import { useStrictValidation } from './validation/compilers.js'

const LONGEST_LOOK_MS = 1_000

const PROBE = {
  config: { access: 'public', rateLimit: false, always: true },
  schema: { hide: true },
} as const

/**
 * Builds the REST interface; the caller listens. Closing it lets requests under way finish first.
 *
 * The steps stand in the order in which a request passes them.
 */
export async function buildApi(dependencies: ApiDependencies): Promise<ApiServer> {
  const { siteUrl, mounts } = dependencies
  const app: ApiServer = fastify({
    ...serverOptions(dependencies),
    bodyLimit: bodyLimits.usual,
    genReqId: requestIdFor,
    clientErrorHandler: answerMalformedHttp(siteUrl),
    frameworkErrors: (error, request, reply) =>
      sendProblem(siteUrl, request, reply, problemFromError(error, request)),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    ...(mounts && { serverFactory: sharedPort(mounts) }),
  }).withTypeProvider<TypeBoxTypeProvider>()

  useStrictValidation(app)
  answerWithProblemDetails(app, siteUrl)
  answerUnknownAddresses(app, {
    notFound,
    methodNotAllowed: (allow) =>
      new Problem('method_not_allowed', `Use one of ${allow}.`, { headers: { allow } }),
  })
  forgetOldKeysHourly(app, dependencies)
  answerWithRequestIds(app)
  observeRequests(app, 'api', dependencies)
  sendSecurityHeaders(app, siteUrl)
  openToOtherOrigins(app)
  compressAnswers(app)
  refuseUntilReady(app, dependencies.tables, waitingForDatabase)
  speakJsonOnly(app)
  const rates = openRateLimits(dependencies.limits)
  requireApiKeys(app, dependencies.keys, rates)
  describeWithOpenApi(app, dependencies, takeMissingBodies(app))
  limitRates(app, rates)
  limitWriteVolume(app, dependencies.limits)
  const expensive = dependencies.expensive ?? expensiveReads()
  limitExpensiveReads(app, expensive)
  app.after(() => {
    const context = contextOf({ ...dependencies, expensive })
    const { readiness: look, shutdownSignal, documents, pool, evidence } = context
    answerProbes(app, {
      look,
      shutdownSignal,
      details: async () => {
        const { problems } = await lookAtEvidence(pool, evidence !== undefined, LONGEST_LOOK_MS)
        return { reading: documents.protection?.(), ...(problems.length > 0 && { evidence: problems }) }
      },
      route: PROBE,
    })
    for (const route of routes) route(app, context)
  })
  await app.ready()
  return app
}

function waitingForDatabase(): Problem {
  const detail = 'The service is waiting for its database. Nothing was recorded; try again in a moment.'
  return new Problem('unavailable', detail, { headers: { 'retry-after': '1' } })
}
