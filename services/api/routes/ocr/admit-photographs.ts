import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTooLarge } from '../../problems/body-too-large.js'
import { tooManyReadings } from './too-many-readings.js'

/** Photographs that are in memory at once, each of which takes its size several times over; of one company as many as are read. */
const MOST_AT_ONCE = { total: 8, perClient: 4 } as const

/** Bodies up to this size are always admitted. */
const BIG = 1_048_576

/** A photograph of 10 MB in base64, in lines. Bodies with more than one take two places, or none. */
const ONE_PHOTOGRAPH = 15 * 1_048_576

/**
 * Lets big bodies in while there is room for them. Asked before anything of a body is read; the rest of one that is refused is
 * taken off the wire and thrown away, for a client that is cut off while it sends never sees the answer.
 */
export function admitPhotographs(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const photographs = concurrentBodies(MOST_AT_ONCE)
  return async (request, reply) => {
    const { bodyLimit } = request.routeOptions
    // A request without a length counts as one with a photograph.
    const bytes = Number(request.headers['content-length'] ?? bodyLimit)
    if (bytes > bodyLimit) throw bodyTooLarge(bodyLimit)
    if (bytes <= BIG) return
    const places = bytes > ONE_PHOTOGRAPH ? 2 : 1
    if (!photographs.enter(reply.raw, request.caller.company, places)) throw tooManyReadings(2)
  }
}
