import { type Position, START } from '@ecmr/event-store'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDependencies } from '../dependencies.js'
import { invalidHeader, singleHeader } from '../request-headers.js'

const LONGEST_WAIT_MS = 2_000
const POSITION = /^[0-9A-Za-z_-]{1,64}$/

/** Lets queries see what has been written before they were asked. */
export interface FreshReads {
  /**
   * Waits until a projection has passed everything that was in the log when this was called, and what X-Min-Position
   * names. After two seconds it goes on all the same and says so in X-Projection-Lag. Sets X-Position.
   */
  waitFor(projection: string, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function freshReads({ store, positions }: Pick<ApiDependencies, 'store' | 'positions'>): FreshReads {
  return {
    async waitFor(projection, request, reply) {
      const wanted = later(await store.head(), minimum(request, store))
      if (await positions.waitFor([projection], wanted, LONGEST_WAIT_MS)) {
        reply.header('x-position', wanted)
      } else {
        reply.header('x-position', await positions.position(projection))
        reply.header('x-projection-lag', `${LONGEST_WAIT_MS} ms`)
      }
    },
  }
}

function minimum(request: FastifyRequest, store: Pick<ApiDependencies['store'], 'isPosition'>): Position {
  const given = singleHeader(request, 'x-min-position')
  if (given === undefined) return START
  if (!POSITION.test(given)) throw invalidHeader('X-Min-Position', 'Send an X-Position as you got it.')
  // Kept from before the log moved to another store: whatever is read now has long passed it.
  return store.isPosition(given) ? given : START
}

function later(a: Position, b: Position): Position {
  return a < b ? b : a
}
