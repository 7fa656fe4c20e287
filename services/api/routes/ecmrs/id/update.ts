import { commandsOfUpdate, ecmrRecord, pointerInUpdate, updateEcmrBody } from '@ecmr/http-contract'
import type { Route } from '../../../api-server.js'
import { changeNote } from '../../../commands/change-note.js'
import { recordAfter } from '../../../records/record-after.js'
import { checkTogether } from '../../../validation/check-together.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'
import { noteIdOf } from './note-id-of.js'
import { noteParams } from './note-params.js'

/** PATCH and PUT are the same partial update: the published interface names no method. */
export const updateEcmr: Route = (app, context) => {
  for (const method of ['PATCH', 'PUT'] as const) {
    app.route({
      method,
      url: '/api/ecmrs/:id',
      config: { access: 'ecmrs:write' },
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
        checkTogether(request.body, 'update')
        const id = await noteIdOf(context, request, reply, request.params.id)
        const { body } = request
        const commands = (commandId: string) => commandsOfUpdate(body, commandId)
        const changed = await changeNote(context, request, id, commands, (pointer) =>
          pointerInUpdate(pointer, body),
        )
        return recordAfter(changed, request, reply, context.siteUrl)
      },
    })
  }
}
