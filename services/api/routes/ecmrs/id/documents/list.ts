import { documentEntries } from '@ecmr/application'
import { documentPage, LARGEST_PAGE, pageQuery } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { numberedPage } from '../../../../records/numbered-page.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'
import { namedNote } from './named-document.js'

export const listEcmrDocuments: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents',
    {
      config: { access: 'ecmrs:read' },
      schema: {
        operationId: 'listEcmrDocuments',
        tags: ['Documents'],
        summary: 'List the issued versions of a note’s documents, newest first',
        params: noteParams,
        querystring: pageQuery,
        response: { 200: documentPage, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note } = await namedNote(context, request, reply, request.params)
      const { page } = request.query
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const entries = await documentEntries(context, note)
      const data = entries.slice((page - 1) * limit, page * limit)
      const total = entries.length
      const { link, pagination } = numberedPage({
        url: request.url,
        ...{ page, limit, total, hasMore: page * limit < total },
      })
      reply.header('link', link)
      return { data, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}
