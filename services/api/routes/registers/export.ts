import { entriesByName, tableOf } from '@ecmr/application'
import { type Register, registerLimits, registerWords } from '@ecmr/contract'
import { csvLines } from '@ecmr/web'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { readProblems } from '../problem-answers.js'

const csvAnswer = {
  description:
    'A header row with the names of the members, and a row for each entry. It can be imported again',
  content: { 'text/csv': { schema: Type.String() } },
}

export const exportRegister =
  (register: Register): Route =>
  (app, { pool }) => {
    app.get(
      `/api/${register}.csv`,
      {
        config: { access: 'ecmrs:read', answers: 'anything', expensive: true },
        schema: {
          operationId: `export${registerWords(register).many}`,
          tags: ['Registers'],
          summary: `Export the ${register} of your company as CSV`,
          response: { 200: csvAnswer, ...readProblems },
        },
      },
      async (request, reply) => {
        const limit = registerLimits[register].entries
        const { entries } = await entriesByName(pool, request.caller.company, { register, limit })
        reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${register}.csv"`)
          .header('cache-control', 'no-store')
        return csvLines(tableOf(register, entries))
      },
    )
  }
