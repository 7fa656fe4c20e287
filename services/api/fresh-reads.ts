import type { Freshness, FreshReads } from '@ecmr/application'
import { type Position, START } from '@ecmr/event-store'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from './context.js'
import { invalidHeader, singleHeader } from './request-headers.js'

const POSITION = /^[0-9A-Za-z_-]{1,64}$/

/**
 * The fresh reads of one request: they wait for what X-Min-Position names too, set X-Position, and set X-Projection-Lag
 * when a read model is behind.
 */
export function freshReadsOf(
  { reads, store }: Pick<ApiContext, 'reads' | 'store'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Pick<FreshReads, 'log' | 'waitFor' | 'without'> {
  function tell(freshness: Freshness): Freshness {
    reply.header('x-position', freshness.position)
    if (!freshness.isFresh) reply.header('x-projection-lag', `${freshness.lagMs} ms`)
    return freshness
  }
  return {
    log: reads.log,
    waitFor: async (projection) => tell(await reads.of(projection, minimum(request, store))).isFresh,
    without: async (projection) => tell(await reads.without(projection)),
  }
}

function minimum(request: FastifyRequest, store: Pick<ApiContext['store'], 'isPosition'>): Position {
  const given = singleHeader(request, 'x-min-position')
  if (given === undefined) return START
  if (!POSITION.test(given)) throw invalidHeader('X-Min-Position', 'Send an X-Position as you got it.')
  // Kept from before the log moved to another store: what is read now has long passed it.
  return store.isPosition(given) ? given : START
}
