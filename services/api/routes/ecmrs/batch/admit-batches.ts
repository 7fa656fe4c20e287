import { concurrentBodies } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../problems/problem.js'

/** Batches under way at once in this process; of one company so few that others always find room. */
const MOST_AT_ONCE = { total: 16, perClient: 2 } as const

/** Lets batches in while there is room for them. Asked before anything of a body is read. */
export function admitBatches(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const batches = concurrentBodies(MOST_AT_ONCE)
  return async (request, reply) => {
    if (batches.enter(reply.raw, request.caller.company)) return
    const detail = `Your company may have ${MOST_AT_ONCE.perClient} batches in progress at once; send the next one when one has finished.`
    throw new Problem('rate_limited', detail, { headers: { 'retry-after': '1' } })
  }
}
