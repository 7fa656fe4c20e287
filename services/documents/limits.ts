import { networkOf } from '@ecmr/runtime'
import { type RateLimit, requestsPerMinute } from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { DocumentLimits } from './documents-server.js'

const LIMITS: DocumentLimits = { perLink: 600, wrong: 30 }

/** What one organisation has: a guesser mostly has many addresses of one network. */
const NETWORK = { ipv4: 24, ipv6: 48 } as const

const MOST_REMEMBERED = 10_000
const known = new LRUCache<string, string>({
  max: MOST_REMEMBERED,
  memoMethod: (ip) => networkOf(ip, NETWORK),
})

/** The network that a request came from, /24 or /48. */
export function networkOfRequest({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return known.memo(ip)
}

/** Limits of requests a minute. */
export interface RequestLimits {
  /** of requests with a good address, by the address */
  readonly link: RateLimit
  /** of requests with a wrong one, by the network that they come from */
  readonly wrong: RateLimit
}

/** Each process counts by itself. */
export function openLimits(limits = LIMITS): RequestLimits {
  return {
    link: requestsPerMinute({
      max: limits.perLink,
      keyGenerator: ({ inspected }) => inspected?.link.link_id ?? '',
    }),
    wrong: requestsPerMinute({ max: limits.wrong, keyGenerator: networkOfRequest }),
  }
}
