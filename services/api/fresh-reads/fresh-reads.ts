import { type Position, START } from '@ecmr/event-store'
import { type Freshness, type FreshReads as Reads, freshReads as readsOf } from '@ecmr/read-models'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDependencies } from '../dependencies.js'
import { invalidHeader, singleHeader } from '../request-headers.js'

const POSITION = /^[0-9A-Za-z_-]{1,64}$/

/** Lets queries see what has been written before they were asked. */
export interface FreshReads extends Pick<Reads, 'log'> {
  /**
   * Waits until a projection has passed everything that was in the log when this was called, and what X-Min-Position
   * names. After two seconds it goes on all the same and says so in X-Projection-Lag; so it does at once while the log is
   * away. Sets X-Position.
   *
   * @returns whether the projection has passed all that
   */
  waitFor(projection: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** Sets both headers for a projection that is read because the log is away. */
  tellLag(projection: string, reply: FastifyReply): Promise<void>
}

export function freshReads({ store, positions }: Pick<ApiDependencies, 'store' | 'positions'>): FreshReads {
  const reads = readsOf({ store, positions })
  return {
    log: reads.log,
    waitFor: async (projection, request, reply) =>
      tell(await reads.of(projection, minimum(request, store)), reply),
    async tellLag(projection, reply) {
      tell(await reads.without(projection), reply)
    },
  }
}

function tell({ isFresh, position, lagMs }: Freshness, reply: FastifyReply): boolean {
  reply.header('x-position', position)
  if (!isFresh) reply.header('x-projection-lag', `${lagMs} ms`)
  return isFresh
}

function minimum(request: FastifyRequest, store: Pick<ApiDependencies['store'], 'isPosition'>): Position {
  const given = singleHeader(request, 'x-min-position')
  if (given === undefined) return START
  if (!POSITION.test(given)) throw invalidHeader('X-Min-Position', 'Send an X-Position as you got it.')
  // Kept from before the log moved to another store: whatever is read now has long passed it.
  return store.isPosition(given) ? given : START
}
