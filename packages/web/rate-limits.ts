import { networkOf } from '@ecmr/runtime'
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest, FastifyTypeProvider } from 'fastify'
import type { WebServer } from './server.js'

const MINUTE_MS = 60_000

/** How a request stands against a limit. */
export interface RateLimitState {
  /** requests a minute */
  readonly max: number
  readonly remaining: number
  readonly ttlInSeconds: number
  readonly isExceeded: boolean
}

/** Counts a request; undefined when it does not count. */
export type RateLimit = (
  request: FastifyRequest,
  options?: { readonly increment: boolean },
) => Promise<RateLimitState | undefined>

/**
 * Makes limits of requests per minute, which each process counts by itself: by network, unless a limit has a key of its own. Their
 * plugin is loaded when the server is ready.
 */
export function openRateLimits<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
): (options: Pick<CreateRateLimitOptions, 'max' | 'keyGenerator'>) => RateLimit {
  app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => networkOf(request.ip),
  })
  return (options) => {
    let count: ReturnType<typeof app.createRateLimit> | undefined
    return async (request, counting) => {
      count ??= app.createRateLimit(options)
      const state = await count(request, counting)
      return state.isAllowed ? undefined : state
    }
  }
}

/**
 * Counts a request against limits, up to the first one that it exceeds: what is rejected uses up nothing of the others.
 *
 * @returns the limit that is exceeded, else the one with the least remaining
 */
export async function countRequest(
  request: FastifyRequest,
  limits: readonly RateLimit[],
): Promise<RateLimitState | undefined> {
  let nearest: RateLimitState | undefined
  for (const limit of limits) {
    const state = await limit(request)
    if (state?.isExceeded) return state
    if (state && (nearest === undefined || state.remaining < nearest.remaining)) nearest = state
  }
  return nearest
}
