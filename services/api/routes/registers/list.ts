import { entryView, listEntries } from '@ecmr/application'
import { entryListQuery, LARGEST_PAGE, type Register, registerSchemas, registerWords } from '@ecmr/contract'
import type { Route } from '../../api-server.js'
import { asksFor } from '../../costs/asks-for.js'
import { pageLinks, withQuery } from '../../records/page-links.js'
import { cursorProblem } from '../../records/page-place.js'
import { readProblems } from '../problem-answers.js'

export const listRegister =
  (register: Register): Route =>
  (app, { pool }) => {
    app.get(
      `/api/${register}`,
      {
        config: { access: 'ecmrs:read', expensive: asksFor('q') },
        schema: {
          operationId: `list${registerWords(register).many}`,
          tags: ['Registers'],
          summary: `List or search the ${register} of your company`,
          querystring: entryListQuery,
          response: { 200: registerSchemas[register].list, ...readProblems },
        },
      },
      async (request, reply) => {
        const limit = Math.min(request.query.limit, LARGEST_PAGE)
        const asked = { ...request.query, register, limit }
        const page = await listEntries(pool, request.caller.company, asked)
        if (typeof page === 'string') throw cursorProblem(page)
        const { entries, total, nextCursor: next_cursor } = page
        const next = next_cursor === null ? undefined : withQuery(request.url, { cursor: next_cursor })
        if (next !== undefined) reply.header('link', pageLinks({ next }))
        const pagination = { limit, total, has_more: next_cursor !== null, next_cursor }
        return { data: entries.map(entryView), pagination }
      },
    )
  }
