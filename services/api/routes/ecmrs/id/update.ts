import { changedReadOnly, commandsOfUpdate, documentUrlOf, pointerInUpdate } from '@ecmr/application'
import {
  changedRecord,
  type UpdateEcmrBody,
  updateEcmrBody,
  updateMembers,
  withoutReadBack,
} from '@ecmr/contract'
import type { Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../api-server.js'
import { bodyLimits } from '../../../body-limits.js'
import type { ApiContext } from '../../../context.js'
import { bodyTooLarge } from '../../../problems/body-too-large.js'
import { acceptedOf } from '../../../problems/from-outcome.js'
import { recordAfter } from '../../../records/record-after.js'
import { withStorablePicture } from '../../../signatures/with-storable-picture.js'
import { checkTogether } from '../../../validation/check-together.js'
import { judgeTogether } from '../../../validation/judge-together.js'
import { Problem } from '../../../problems/problem.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'
import { changeNamed } from './command-route.js'
import { noteParams } from './note-params.js'

/** PATCH and PUT are the same partial update: the published interface names no method. */
export const updateEcmr: Route = (app, context) => {
  for (const method of ['PATCH', 'PUT'] as const) {
    app.route({
      method,
      url: '/api/ecmrs/:id',
      config: { access: 'ecmrs:write', judge: judgeTogether('update') },
      bodyLimit: bodyLimits.record,
      schema: {
        operationId: method === 'PATCH' ? 'updateEcmr' : 'putEcmr',
        tags: ['Consignment notes'],
        summary:
          'Change a consignment note: any of its fields, its status, a signature, an incident, a reservation',
        params: noteParams,
        body: updateEcmrBody,
        response: { 200: changedRecord, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
      handler: async (request, reply) => {
        const { changes, readBack } = withoutReadBack(request.body)
        refuseLargeNote(request, changes)
        checkTogether(changes, 'update')
        refuseIdleReason(changes)
        const body = await withSignature(context, request, reply, changes)
        const commands = (commandId: string) => commandsOfUpdate(body, commandId)
        const judge =
          Object.keys(readBack).length === 0
            ? undefined
            : async (note: Note) =>
                changedReadOnly(readBack, note, context.siteUrl, await documentUrlOf(context, note))
        const changed = await changeNamed(context, request, reply, request.params.id, commands, judge)
        const accepted = acceptedOf(changed, (pointer) => pointerInUpdate(pointer, body))
        return recordAfter(accepted, request, reply, context)
      },
    })
  }
}

async function withSignature(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  body: UpdateEcmrBody,
): Promise<UpdateEcmrBody> {
  const { signature: given } = body
  if (given === undefined) return body
  const pointer = '/signature/signature_image'
  return { ...body, signature: await withStorablePicture(context, request, reply, given, pointer) }
}

/** A reason for changes that are not there would be lost. */
function refuseIdleReason(changes: UpdateEcmrBody): void {
  if (changes.amendment_reason === undefined || Object.keys(changes).some(isField)) return
  const message = 'Send amendment_reason together with the fields that it explains the change of.'
  const errors = [{ pointer: '/amendment_reason', code: 'not_allowed', message }]
  throw new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}

const isField = (name: string): boolean => !updateMembers.has(name)

/** The room that is there for a picture is for nothing else. */
function refuseLargeNote({ headers }: FastifyRequest, changes: UpdateEcmrBody): void {
  // Who has not said how much comes is measured.
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (bytes <= bodyLimits.note) return
  const picture = changes.signature?.signature_image ?? ''
  const besides = Buffer.byteLength(JSON.stringify(changes)) - picture.length
  if (besides > bodyLimits.note) throw bodyTooLarge(bodyLimits.note, ' besides the picture of a signature')
}
