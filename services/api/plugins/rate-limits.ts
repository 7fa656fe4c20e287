import { countRequest, type RateLimit, requestsPerMinute } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import type { ApiDependencies } from '../dependencies.js'
import { Problem } from '../problems/problem.js'

const KEYS_OF_A_COMPANY = 5
const WRONG_KEYS = 30

/** Refuses a request when there were too many like it within a minute. */
type Limit = (request: FastifyRequest, reply: FastifyReply) => void

export interface RateLimits {
  /** of requests with a wrong API key, by their network */
  readonly wrongKey: Limit
  /** of those that are admitted, by key and company, or on public routes by their network */
  readonly everyRequest: Limit
  /** of what a request of an API key holds besides the first, which has been counted */
  readonly everyFurther: (request: FastifyRequest, reply: FastifyReply, count: number) => void
}

/** How many requests a minute all keys of a company have together. */
export function companyRequests({
  perKey,
  perCompany = KEYS_OF_A_COMPANY * perKey,
}: ApiDependencies['limits']): number {
  return perCompany
}

/** Opens the limits, which count in each process by itself. */
export function openRateLimits(limits: ApiDependencies['limits']): RateLimits {
  const { perKey, perAddress, wrongKeys = WRONG_KEYS } = limits
  const networks = requestsPerMinute({ max: perAddress })
  const strangers = requestsPerMinute({ max: wrongKeys })
  const keys = requestsPerMinute({ max: perKey, keyGenerator: ({ caller }) => caller.keyId })
  const companies = requestsPerMinute({
    max: companyRequests(limits),
    keyGenerator: ({ caller }) => caller.company,
  })
  const [ofNetworks, ofKeys] = [[networks], [keys, companies]]
  return {
    wrongKey: (request, reply) => refuseExcess(request, reply, [strangers]),
    everyRequest(request, reply) {
      const { access, rateLimit } = request.routeOptions.config
      if (rateLimit === false || access === undefined) return
      refuseExcess(request, reply, access === 'public' ? ofNetworks : ofKeys)
    },
    everyFurther: (request, reply, count) => refuseExcess(request, reply, ofKeys, count),
  }
}

/**
 * Bounds how often each key and each company, and on public routes each network, may call in a minute; routes with
 * `rateLimit: false` are not counted. Answers say in the RateLimit headers what is left of the limit that is nearest.
 */
export function limitRates(app: ApiServer, { everyRequest, everyFurther }: RateLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    everyRequest(request, reply)
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { countsAs } = request.routeOptions.config
    const count = countsAs === undefined ? 1 : countsAs(request.body)
    if (count > 1) everyFurther(request, reply, count - 1)
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** as how many requests one with this body counts; 1 unless said */
    countsAs?: (body: unknown) => number
  }
}

function refuseExcess(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: readonly RateLimit[],
  count = 1,
): void {
  const nearest = countRequest(request, limits, count)
  if (nearest === undefined) return
  const { max, remaining, ttlInSeconds, isExceeded } = nearest
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': ttlInSeconds,
  })
  if (!isExceeded) return
  const detail =
    count === 1
      ? `At most ${max} requests a minute; try again in ${ttlInSeconds} s.`
      : `Each item counts as a request, and of ${max} a minute ${remaining} are left; send so many fewer, or try again in ${ttlInSeconds} s.`
  throw new Problem('rate_limited', detail, { headers: { 'retry-after': String(ttlInSeconds) } })
}
