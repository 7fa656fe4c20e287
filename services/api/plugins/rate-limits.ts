import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import type { ApiDependencies } from '../dependencies.js'
import { Problem } from '../problems/problem.js'

/**
 * Bounds how often each key, and on public routes each address, may call in a minute. Counted in each process by
 * itself. Answers say what is left in the RateLimit headers; routes with `rateLimit: false` are not counted.
 */
export function limitRates(app: ApiServer, limits: ApiDependencies['limits']): void {
  app.register(rateLimit, {
    timeWindow: 60_000,
    max: (request) => (isPublic(request) ? limits.perAddress : limits.perKey),
    keyGenerator: (request) => (isPublic(request) ? `address ${request.ip}` : `key ${request.caller.keyId}`),
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl, max }) => {
      const seconds = Math.ceil(ttl / 1_000)
      return new Problem('rate_limited', `At most ${max} requests a minute; try again in ${seconds} s.`)
    },
  })
}

function isPublic(request: FastifyRequest): boolean {
  return request.routeOptions.config.access === 'public'
}
