import { networkOf } from '@ecmr/accounts'
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import type { ApiDependencies } from '../dependencies.js'
import { Problem } from '../problems/problem.js'

const MINUTE_MS = 60_000
const KEYS_OF_A_COMPANY = 5
const WRONG_KEYS = 30

/** Refuses a request when there were too many like it within a minute. */
type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface RateLimits {
  /** of requests with a wrong API key, by their network */
  readonly wrongKey: Limit
  /** of those that are let in, by key and company, or on public routes by their network */
  readonly everyRequest: Limit
}

/** Opens the limits, which count in each process by itself. Their plugin is loaded when the server is ready. */
export function openRateLimits(app: ApiServer, limits: ApiDependencies['limits']): RateLimits {
  const { perKey, perAddress, perCompany = KEYS_OF_A_COMPANY * perKey, wrongKeys = WRONG_KEYS } = limits
  app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => networkOf(request.ip),
  })
  const counter = (options: CreateRateLimitOptions) => {
    let count: ReturnType<ApiServer['createRateLimit']> | undefined
    return (request: FastifyRequest): Promise<Count> => {
      count ??= app.createRateLimit(options)
      return count(request)
    }
  }
  const networks = counter({ max: perAddress })
  const strangers = counter({ max: wrongKeys })
  const keys = counter({ max: perKey, keyGenerator: ({ caller }) => caller.keyId })
  const companies = counter({ max: perCompany, keyGenerator: ({ caller }) => caller.company })
  return {
    wrongKey: async (request, reply) => refuseExcess(reply, [await strangers(request)]),
    async everyRequest(request, reply) {
      const { access, rateLimit } = request.routeOptions.config
      if (rateLimit === false || access === undefined) return
      if (access === 'public') return refuseExcess(reply, [await networks(request)])
      const byKey = await keys(request)
      // What is refused for its key uses up nothing of its company's.
      const isOver = !byKey.isAllowed && byKey.isExceeded
      return refuseExcess(reply, isOver ? [byKey] : [byKey, await companies(request)])
    },
  }
}

/**
 * Bounds how often each key and each company, and on public routes each network, may call in a minute; routes with
 * `rateLimit: false` are not counted. Answers say in the RateLimit headers what is left of the limit that is nearest.
 */
export function limitRates(app: ApiServer, { everyRequest }: RateLimits): void {
  app.addHook('onRequest', everyRequest)
}

type Count = Awaited<ReturnType<ReturnType<ApiServer['createRateLimit']>>>

function refuseExcess(reply: FastifyReply, counts: readonly Count[]): void {
  const [nearest] = counts.flatMap((count) => (count.isAllowed ? [] : [count])).toSorted(byWhatIsLeft)
  if (nearest === undefined) return
  const { max, remaining, ttlInSeconds, isExceeded } = nearest
  reply.headers({
    'ratelimit-limit': max,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': ttlInSeconds,
  })
  if (!isExceeded) return
  throw new Problem('rate_limited', `At most ${max} requests a minute; try again in ${ttlInSeconds} s.`, {
    headers: { 'retry-after': String(ttlInSeconds) },
  })
}

function byWhatIsLeft(
  one: { readonly remaining: number; readonly isExceeded: boolean },
  other: { readonly remaining: number; readonly isExceeded: boolean },
): number {
  return Number(other.isExceeded) - Number(one.isExceeded) || one.remaining - other.remaining
}
