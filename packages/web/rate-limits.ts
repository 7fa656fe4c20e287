import { networkOf } from '@ecmr/runtime'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest, FastifyTypeProvider } from 'fastify'
import type { WebServer } from './server.js'

// Declares `rateLimit` among what routes are configured with.
export type { RateLimitOptions } from '@fastify/rate-limit'

const MINUTE_MS = 60_000
/** A limit remembers so many keys; beyond, those go first whose minute began first. */
const MOST_KEYS = 10_000

/** How a request stands against a limit. */
export interface RateLimitState {
  /** requests a minute */
  readonly max: number
  readonly remaining: number
  readonly ttlInSeconds: number
  readonly isExceeded: boolean
}

/** Counts a request, or as many as `count` says; with 0 it says how the next one would stand. */
export type RateLimit = (request: FastifyRequest, options?: { readonly count: number }) => RateLimitState

interface Minute {
  readonly endsAt: number
  requests: number
}

/**
 * A limit of requests per minute, which each process counts by itself: by network unless it has a key of its own. A minute
 * begins with the first request of its key. Counting never waits, since every request pays for it.
 *
 * @example
 * const perNetwork = requestsPerMinute({ max: 60 })
 * if (perNetwork(request).isExceeded) throw tooMany()
 */
export function requestsPerMinute({
  max,
  keyGenerator = networkOfRequest,
}: {
  readonly max: number
  readonly keyGenerator?: (request: FastifyRequest) => string
}): RateLimit {
  // A Map iterates in order of insertion, so its first key is the one whose minute began first.
  const minutes = new Map<string, Minute>()

  function begin(key: string, now: number): Minute {
    minutes.delete(key)
    const [oldest] = minutes.size < MOST_KEYS ? [] : minutes.keys()
    if (oldest !== undefined) minutes.delete(oldest)
    const minute = { endsAt: now + MINUTE_MS, requests: 0 }
    minutes.set(key, minute)
    return minute
  }

  return (request, { count } = { count: 1 }) => {
    const key = keyGenerator(request)
    // Whole milliseconds: with fractions a minute may come out longer than 60 seconds.
    const now = Math.floor(performance.now())
    const known = minutes.get(key)
    const current = known !== undefined && now < known.endsAt ? known : undefined
    if (count === 0 && current === undefined)
      return { max, remaining: max, ttlInSeconds: 0, isExceeded: false }
    const minute = current ?? begin(key, now)
    minute.requests += count
    return {
      max,
      remaining: Math.max(0, max - minute.requests),
      ttlInSeconds: Math.ceil((minute.endsAt - now) / 1_000),
      isExceeded: minute.requests > max,
    }
  }
}

function networkOfRequest({ ip }: FastifyRequest): string {
  return networkOf(ip)
}

/** Lets routes have limits of their own, by network, in their `config.rateLimit`. */
export function takeLimitsOfRoutes<Provider extends FastifyTypeProvider>(app: WebServer<Provider>): void {
  app.register(rateLimit, { global: false, timeWindow: MINUTE_MS, keyGenerator: networkOfRequest })
}

/**
 * Counts a request against limits, up to the first one that it exceeds: what is rejected uses up nothing of the others.
 *
 * @param count as how many requests it counts; when one limit has not that many left, none of them counts it
 * @returns the limit that is exceeded, else the one with the least remaining
 */
export function countRequest(
  request: FastifyRequest,
  limits: readonly RateLimit[],
  count = 1,
): RateLimitState | undefined {
  if (count > 1) {
    const states = limits.map((limit) => limit(request, { count: 0 }))
    const tooFew = states.find(({ remaining }) => remaining < count)
    if (tooFew !== undefined) return { ...tooFew, isExceeded: true }
  }
  let nearest: RateLimitState | undefined
  for (const limit of limits) {
    const state = limit(request, { count })
    if (state.isExceeded) return state
    if (nearest === undefined || state.remaining < nearest.remaining) nearest = state
  }
  return nearest
}
