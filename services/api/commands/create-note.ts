import type { EcmrFields } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { ApiDependencies } from '../dependencies.js'
import type { Claims } from '../idempotency/claims.js'
import { actorOf } from './actor.js'
import { type Changed, settle } from './change-note.js'

/** Creates a note for the caller's company. */
export async function createNote(
  { commands, numbers, claims }: Pick<ApiDependencies, 'commands' | 'numbers'> & { readonly claims: Claims },
  request: FastifyRequest,
  fields: EcmrFields,
): Promise<Changed> {
  const { company, policy } = request.caller
  const reserve = async () => ({ noteId: uuidv7(), ecmrNumber: await numbers.next() })
  const claim = await claims.claim(request, reserve)
  const { noteId: id, ecmrNumber: ecmr_number, commandId } = claim
  try {
    if (id === null || ecmr_number === null)
      throw new Error('a creation was claimed without the ids of a note')
    const outcome = await commands.handle({
      id,
      company,
      commandId,
      commands: [{ type: 'create', id, ecmr_number, company_id: company, policy, fields }],
      actor: actorOf(request.caller),
      correlationId: request.id,
      isNew: !claim.isRepeat,
    })
    return await settle(outcome, claim)
  } finally {
    claim.release()
  }
}
