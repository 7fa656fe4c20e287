import { createFromRegisters, createNote } from '@ecmr/application'
import {
  anyCreateRequest,
  createSchemaFor,
  ecmrRecord,
  givenFields,
  givenParts,
  namesEntries,
} from '@ecmr/contract'
import type { EcmrFields } from '@ecmr/domain'
import type { Route } from '../../api-server.js'
import { bodyLimits } from '../../body-limits.js'
import { callerOf, clientKeyOf } from '../../commands/caller.js'
import { createdOf } from '../../problems/from-outcome.js'
import { recordAfter } from '../../records/record-after.js'
import { bodyByShape } from '../../validation/body-by-shape.js'
import { checkTogether } from '../../validation/check-together.js'
import { judgeTogether } from '../../validation/judge-together.js'
import { problem, writeProblems } from '../problem-answers.js'

export const createEcmr: Route = (app, context) => {
  app.post(
    '/api/ecmrs',
    {
      config: { access: 'ecmrs:write', judge: judgeTogether('create') },
      bodyLimit: bodyLimits.note,
      validatorCompiler: bodyByShape(createSchemaFor),
      schema: {
        operationId: 'createEcmr',
        tags: ['Consignment notes'],
        summary: 'Create a consignment note',
        body: anyCreateRequest,
        response: {
          201: ecmrRecord,
          ...writeProblems,
          422: problem(
            'An entry of the registers that is named does not exist, or the idempotency key was used with another request',
          ),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const about = { metadata: body.metadata ?? undefined, key: clientKeyOf(request) }
      const created = createdOf(
        namesEntries(body)
          ? await createFromRegisters(context, callerOf(request), { ...givenParts(body), ...about })
          : await createNote(context, callerOf(request), { fields: checkedFields(body), ...about }),
      )
      reply.code(201).header('location', `/api/ecmrs/${created.note.id}`)
      return recordAfter(created, request, reply, context)
    },
  )
}

function checkedFields(body: Parameters<typeof givenFields>[0]): EcmrFields {
  const fields = givenFields(body)
  checkTogether(fields, 'create')
  return fields
}
