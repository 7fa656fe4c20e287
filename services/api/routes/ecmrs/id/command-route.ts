import { ecmrRecord } from '@ecmr/contract'
import type { EcmrCommand } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeNote } from '../../../commands/change-note.js'
import type { ApiContext } from '../../../context.js'
import { recordAfter } from '../../../records/record-after.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'
import { noteIdOf } from './note-id-of.js'

/** How every route that commands a note is described. */
export function commandSchema<P extends TSchema, B extends TSchema>(described: {
  readonly operationId: string
  readonly summary: string
  readonly params: P
  readonly body: B
}) {
  return {
    ...described,
    tags: ['Consignment notes'],
    response: { 201: ecmrRecord, ...writeProblems, ...notFoundProblem, ...staleProblem },
  }
}

/** Commands the note that the path names and answers 201 with its whole record. */
export async function command(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  named: string,
  commands: (commandId: string) => readonly EcmrCommand[],
) {
  const id = await noteIdOf(context, request, reply, named)
  const changed = await changeNote(context, request, id, commands)
  reply.code(201).header('location', `/api/ecmrs/${id}`)
  return recordAfter(changed, request, reply, context)
}
