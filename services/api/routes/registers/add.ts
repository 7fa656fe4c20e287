import { addEntry, entryView } from '@ecmr/application'
import { type Register, registerSchemas, registerWords } from '@ecmr/contract'
import type { Route } from '../../api-server.js'
import { writeProblems } from '../problem-answers.js'
import { commandRegister, tagged } from './register-command.js'

export const addToRegister =
  (register: Register): Route =>
  (app, context) => {
    const { one } = registerWords(register)
    app.post(
      `/api/${register}`,
      {
        config: { access: 'ecmrs:write' },
        schema: {
          operationId: `create${one}`,
          tags: ['Registers'],
          summary: `Add a ${one.toLowerCase()} to the register of your company`,
          body: registerSchemas[register].create,
          response: { 201: registerSchemas[register].entry, ...writeProblems },
        },
      },
      async (request, reply) => {
        const { body: data } = request
        const added = await commandRegister(context, { request, reply, register }, (by, command) =>
          addEntry(by, { ...command, data }),
        )
        const entry = tagged(added, reply)
        reply.code(201).header('location', `/api/${register}/${entry.id}`)
        return entryView(entry)
      },
    )
  }
