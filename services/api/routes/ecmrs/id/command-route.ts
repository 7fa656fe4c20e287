import { type Change, type Changed, changeNote, findNoteId } from '@ecmr/application'
import { changedRecord } from '@ecmr/contract'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, clientKeyOf } from '../../../commands/caller.js'
import { ifMatchVersions } from '../../../conditional-requests.js'
import type { ApiContext } from '../../../context.js'
import { freshReadsOf } from '../../../fresh-reads.js'
import { acceptedOf, foundOf } from '../../../problems/from-outcome.js'
import { recordAfter } from '../../../records/record-after.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'

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
    response: { 201: changedRecord, ...writeProblems, ...notFoundProblem, ...staleProblem },
  }
}

/** Commands the note that the path names and answers 201 with its whole record. */
export async function command(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  named: string,
  commands: Change['commands'],
) {
  const accepted = acceptedOf(await changeNamed(context, request, reply, named, commands))
  reply.code(201).header('location', `/api/ecmrs/${accepted.note.id}`)
  return recordAfter(accepted, request, reply, context)
}

/** Changes the note that the path names, under the request's If-Match and Idempotency-Key. */
export async function changeNamed(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  named: string,
  commands: Change['commands'],
  judge?: Change['judge'],
): Promise<Changed> {
  const { pool } = context
  const reads = freshReadsOf(context, request, reply)
  const { id: noteId } = foundOf(await findNoteId({ pool, reads }, request.caller.company, named))
  const ifMatch = ifMatchVersions(request)
  const key = clientKeyOf(request)
  return changeNote(context, callerOf(request), { noteId, commands, ifMatch, judge, key })
}
