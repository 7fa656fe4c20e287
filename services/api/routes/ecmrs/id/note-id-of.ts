import { parseEcmrNumber } from '@ecmr/domain'
import { noteIdByNumber } from '@ecmr/read-models'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../context.js'
import { notFound } from '../../../problems/not-found.js'
import { notYetKnown } from '../../../problems/not-yet-known.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of the note that a path names by its id, or by its number when it is the caller's own. */
export async function noteIdOf(
  { pool, reads }: Pick<ApiContext, 'pool' | 'reads'>,
  request: FastifyRequest,
  reply: FastifyReply,
  named: string,
): Promise<string> {
  if (UUID.test(named)) return named.toLowerCase()
  const number = parseEcmrNumber(named)
  if (number === undefined) throw notFound()
  const isFresh = await reads.waitFor('list', request, reply)
  const id = await noteIdByNumber(pool, request.caller.company, number)
  if (id === undefined) throw isFresh ? notFound() : notYetKnown()
  return id
}
