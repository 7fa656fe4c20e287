import { entryView, findEntry } from '@ecmr/application'
import { type Register, registerSchemas, registerWords } from '@ecmr/contract'
import type { Route } from '../../../api-server.js'
import { etagOf, heldTag } from '../../../conditional-requests.js'
import { notFound } from '../../../problems/not-found.js'
import { notFoundProblem, readProblems, unchanged } from '../../problem-answers.js'
import { entryParams } from './entry-params.js'

export const readFromRegister =
  (register: Register): Route =>
  (app, { pool }) => {
    const { one } = registerWords(register)
    app.get(
      `/api/${register}/:id`,
      {
        config: { access: 'ecmrs:read' },
        schema: {
          operationId: `read${one}`,
          tags: ['Registers'],
          summary: `Read a ${one.toLowerCase()}`,
          params: entryParams,
          response: {
            200: registerSchemas[register].entry,
            304: unchanged,
            ...readProblems,
            ...notFoundProblem,
          },
        },
      },
      async (request, reply) => {
        const entry = await findEntry(pool, request.caller.company, { register, id: request.params.id })
        if (entry === undefined) throw notFound()
        const etag = etagOf(entry.version)
        reply.header('etag', etag)
        const held = heldTag(request, etag)
        if (held !== undefined) return reply.header('etag', held).code(304).send()
        return entryView(entry)
      },
    )
  }
