import { loadNote } from '@ecmr/application'
import type { Note } from '@ecmr/domain'
import { recordedNote } from '@ecmr/read-models'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../context.js'
import { notFound } from '../problems/not-found.js'
import { notYetKnown } from '../problems/not-yet-known.js'

/**
 * A note of the caller's company, folded from its own stream, so never stale; or, while the event log is away, from its
 * history, which X-Projection-Lag says. Sets X-Position.
 *
 * @throws Problem `not_found`, or `unavailable` when the log is away and the history does not hold the note
 */
export async function findNote(
  { store, pool, reads }: Pick<ApiContext, 'store' | 'pool' | 'reads'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  options: { readonly asOf?: string },
): Promise<Note> {
  const { company } = request.caller
  const read = await reads.log.read(() => loadNote(store, id, options))
  if (read === undefined) {
    await reads.tellLag('history', reply)
    const kept = await recordedNote(pool, company, id, options)
    if (kept === undefined) throw notYetKnown()
    return kept.note
  }
  const last = read.value?.events.at(-1)
  if (read.value?.note.company_id !== company || last === undefined) throw notFound()
  reply.header('x-position', last.position)
  return read.value.note
}
