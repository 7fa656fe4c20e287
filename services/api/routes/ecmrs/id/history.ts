import { historyPage, historyQuery, LARGEST_PAGE } from '@ecmr/http-contract'
import { noteHistory } from '@ecmr/read-models'
import type { Route } from '../../../api-server.js'
import { notFound } from '../../../problems/not-found.js'
import { numberedPage } from '../../../records/numbered-page.js'
import { notFoundProblem, readProblems } from '../../problem-answers.js'
import { noteIdOf } from './note-id-of.js'
import { noteParams } from './note-params.js'

export const listEcmrEvents: Route = (app, context) => {
  const { pool, reads } = context
  app.get(
    '/api/ecmrs/:id/events',
    {
      config: { access: 'ecmrs:read' },
      schema: {
        operationId: 'listEcmrEvents',
        tags: ['Consignment notes'],
        summary: 'Read a note’s history: who, when, what changed',
        params: noteParams,
        querystring: historyQuery,
        response: { 200: historyPage, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const id = await noteIdOf(context, request, reply, request.params.id)
      await reads.waitFor('history', request, reply)
      const { page } = request.query
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const { entries, total } = await noteHistory(pool, request.caller.company, id, { page, limit })
      if (total === 0) throw notFound()
      const hasMore = page * limit < total
      const { link, pagination } = numberedPage({ url: request.url, page, limit, total, hasMore })
      reply.header('link', link)
      return { data: entries, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}
