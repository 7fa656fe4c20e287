import { mustOwn } from '@ecmr/application'
import { documentReadsPage, LARGEST_PAGE, pageQuery } from '@ecmr/contract'
import { documentReads } from '@ecmr/read-models'
import type { Route } from '../../../../api-server.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { offsetFromEnd, pageFromEnd } from '../../../../records/page-from-end.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const listEcmrDocumentReads: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents/:n/reads',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listEcmrDocumentReads',
        tags: ['Documents'],
        summary: 'List who fetched a document at its public addresses, newest first',
        params: documentParams,
        querystring: pageQuery,
        response: { 200: documentReadsPage, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note, document } = await namedDocument(context, request, reply)
      mustOwn(request.caller, note)
      await freshReadsOf(context, request, reply).waitFor('reads')
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const asked = { ...request.query, limit }
      const { company } = request.caller
      const { document_id } = document
      const list = ['reads', company, document_id]
      const { listed: total } = await documentReads(context.pool, company, document_id, {
        offset: 0,
        limit: 0,
      })
      const offset = offsetFromEnd(asked, total, list)
      const { reads } = await documentReads(context.pool, company, document_id, { offset, limit })
      const { link, pagination } = pageFromEnd(
        request.url,
        asked,
        { offset, shown: reads.length, total },
        list,
      )
      reply.header('link', link)
      return { data: reads, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}
