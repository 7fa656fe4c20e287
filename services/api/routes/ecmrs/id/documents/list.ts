import { documentEntries } from '@ecmr/application'
import { documentPage, documentPageQuery, LARGEST_PAGE } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { asksFor } from '../../../../costs/asks-for.js'
import { asOfOf } from '../../../../records/as-of.js'
import { offsetFromEnd, pageFromEnd } from '../../../../records/page-from-end.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'
import { namedNote } from './named-document.js'

export const listEcmrDocuments: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents',
    {
      config: { access: 'ecmrs:read', expensive: asksFor('as_of') },
      schema: {
        operationId: 'listEcmrDocuments',
        tags: ['Documents'],
        summary: 'List the issued versions of a note’s documents, now or at an instant, newest first',
        params: noteParams,
        querystring: documentPageQuery,
        response: { 200: documentPage, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const asOf = asOfOf(request.query)
      const { note } = await namedNote(context, request, reply, { ...request.params, ...asOf })
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const entries = await documentEntries(context, note, asOf)
      const total = entries.length
      const list = ['documents', note.company_id, note.id]
      const asked = { ...request.query, limit }
      const offset = offsetFromEnd(asked, total, list, asOf)
      const data = entries.slice(offset, offset + limit)
      const { link, pagination } = pageFromEnd(
        request.url,
        asked,
        { offset, shown: data.length, total },
        list,
        asOf,
      )
      reply.header('link', link)
      return { data, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}
