import { removeEntry } from '@ecmr/application'
import { type Register, registerWords } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../../api-server.js'
import { ifMatchVersions } from '../../../conditional-requests.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'
import { commandRegister } from '../register-command.js'
import { entryParams } from './entry-params.js'

export const removeFromRegister =
  (register: Register): Route =>
  (app, context) => {
    const { one } = registerWords(register)
    app.delete(
      `/api/${register}/:id`,
      {
        config: { access: 'ecmrs:write' },
        schema: {
          operationId: `delete${one}`,
          tags: ['Registers'],
          summary: `Remove a ${one.toLowerCase()} for good; notes keep their own copy of what it said`,
          params: entryParams,
          response: {
            204: Type.Null({ description: 'Removed' }),
            ...writeProblems,
            ...notFoundProblem,
            ...staleProblem,
          },
        },
      },
      async (request, reply) => {
        const named = { id: request.params.id, ifMatch: ifMatchVersions(request) }
        await commandRegister(context, { request, reply, register }, (by, command) =>
          removeEntry(by, { ...command, ...named }),
        )
        return reply.code(204).send(null)
      },
    )
  }
