import { createNote } from '@ecmr/application'
import { createEcmrRequest, ecmrRecord, givenFields } from '@ecmr/contract'
import type { Route } from '../../api-server.js'
import { bodyLimits } from '../../body-limits.js'
import { callerOf, clientKeyOf } from '../../commands/caller.js'
import { acceptedOf } from '../../problems/from-outcome.js'
import { recordAfter } from '../../records/record-after.js'
import { checkTogether } from '../../validation/check-together.js'
import { judgeTogether } from '../../validation/judge-together.js'
import { writeProblems } from '../problem-answers.js'

export const createEcmr: Route = (app, context) => {
  app.post(
    '/api/ecmrs',
    {
      config: { access: 'ecmrs:write', judge: judgeTogether('create') },
      bodyLimit: bodyLimits.note,
      schema: {
        operationId: 'createEcmr',
        tags: ['Consignment notes'],
        summary: 'Create a consignment note',
        body: createEcmrRequest,
        response: { 201: ecmrRecord, ...writeProblems },
      },
    },
    async (request, reply) => {
      const fields = givenFields(request.body)
      checkTogether(fields, 'create')
      const metadata = request.body.metadata ?? undefined
      const given = { fields, metadata, key: clientKeyOf(request) }
      const created = acceptedOf(await createNote(context, callerOf(request), given))
      reply.code(201).header('location', `/api/ecmrs/${created.note.id}`)
      return recordAfter(created, request, reply, context)
    },
  )
}
