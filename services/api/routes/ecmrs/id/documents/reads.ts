import { documentReadsPage, LARGEST_PAGE, pageQuery } from '@ecmr/contract'
import { documentReads } from '@ecmr/read-models'
import type { Route } from '../../../../api-server.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { numberedPage } from '../../../../records/numbered-page.js'
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
      const { document } = await namedDocument(context, request, reply)
      await freshReadsOf(context, request, reply).waitFor('reads')
      const { page } = request.query
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const offset = (page - 1) * limit
      const { company } = request.caller
      const { reads, listed } = await documentReads(context.pool, company, document.document_id, {
        offset,
        limit,
      })
      const place = { page, limit, total: listed, hasMore: offset + reads.length < listed }
      const { link, pagination } = numberedPage({ url: request.url, ...place })
      reply.header('link', link)
      return { data: reads, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}
