import { changeEntry, entryView } from '@ecmr/application'
import { type Register, registerSchemas, registerWords } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { ifMatchVersions } from '../../../conditional-requests.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../problem-answers.js'
import { commandRegister, tagged } from '../register-command.js'
import { entryParams } from './entry-params.js'

export const changeInRegister =
  (register: Register): Route =>
  (app, context) => {
    const { one } = registerWords(register)
    app.patch(
      `/api/${register}/:id`,
      {
        config: { access: 'ecmrs:write' },
        schema: {
          operationId: `change${one}`,
          tags: ['Registers'],
          summary: `Change a ${one.toLowerCase()}: what you send is changed, the rest stays. Notes keep what they said`,
          params: entryParams,
          body: registerSchemas[register].change,
          response: {
            200: registerSchemas[register].entry,
            ...writeProblems,
            ...notFoundProblem,
            ...staleProblem,
          },
        },
      },
      async (request, reply) => {
        const { body: changes, params } = request
        const wanted = { id: params.id, changes, ifMatch: ifMatchVersions(request) }
        const changed = await commandRegister(context, { request, reply, register }, (by, command) =>
          changeEntry(by, { ...command, ...wanted }),
        )
        return entryView(tagged(changed, reply))
      },
    )
  }
