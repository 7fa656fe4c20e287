import { commandsOfUpdate, pointerInUpdate } from '@ecmr/application'
import { ecmrRecord, type UpdateEcmrBody, updateEcmrBody } from '@ecmr/contract'
import { parseStatus } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../api-server.js'
import { bodyLimits } from '../../../body-limits.js'
import type { ApiContext } from '../../../context.js'
import { bodyTooLarge } from '../../../problems/body-too-large.js'
import { acceptedOf } from '../../../problems/from-outcome.js'
import { Problem } from '../../../problems/problem.js'
import { recordAfter } from '../../../records/record-after.js'
import { withStorablePicture } from '../../../signatures/with-storable-picture.js'
import { checkTogether } from '../../../validation/check-together.js'
import { judgeTogether } from '../../../validation/judge-together.js'
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
      bodyLimit: bodyLimits.picture,
      schema: {
        operationId: method === 'PATCH' ? 'updateEcmr' : 'putEcmr',
        tags: ['Consignment notes'],
        summary:
          'Change a consignment note: any of its fields, its status, a signature, an incident, a reservation',
        params: noteParams,
        body: updateEcmrBody,
        response: { 200: ecmrRecord, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
      handler: async (request, reply) => {
        refuseLargeNote(request)
        checkTogether(request.body, 'update')
        refuseIdleInstant(request.body)
        const body = await withSignature(context, request, reply, request.body)
        const commands = (commandId: string) => commandsOfUpdate(body, commandId)
        const changed = await changeNamed(context, request, reply, request.params.id, commands)
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

/** An instant that nothing is stated by would be lost. */
function refuseIdleInstant({ delivered_at, status }: UpdateEcmrBody): void {
  if (delivered_at === undefined || (status !== undefined && parseStatus(status) === 'delivered')) return
  const message = 'Send delivered_at together with status delivered.'
  const errors = [{ pointer: '/delivered_at', code: 'not_allowed', message }]
  throw new Problem('invalid_request', 'Fix the fault listed in errors.', { errors })
}

/** The room that is there for a picture is for nothing else. */
function refuseLargeNote({ headers, body }: FastifyRequest<{ Body: UpdateEcmrBody }>): void {
  // Who has not said how much comes is measured.
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (bytes <= bodyLimits.note) return
  const picture = body.signature?.signature_image ?? ''
  const besides = Buffer.byteLength(JSON.stringify(body)) - picture.length
  if (besides > bodyLimits.note) throw bodyTooLarge(bodyLimits.note, ' besides the picture of a signature')
}
