import { documentEntry } from '@ecmr/application'
import { documentEntryQuery, documentEntry as entryView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { asksFor } from '../../../../costs/asks-for.js'
import { notFound } from '../../../../problems/not-found.js'
import { asOfOf } from '../../../../records/as-of.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const readEcmrDocument: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents/:n',
    {
      config: { access: 'ecmrs:read', expensive: asksFor('as_of') },
      schema: {
        operationId: 'readEcmrDocument',
        tags: ['Documents'],
        summary: 'Read what is known of an issued version, or was at an instant',
        params: documentParams,
        querystring: documentEntryQuery,
        response: { 200: entryView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const asOf = asOfOf(request.query)
      const { note, n } = await namedDocument(context, request, reply, asOf)
      const entry = await documentEntry(context, note, n, asOf)
      if (!entry) throw notFound()
      return entry
    },
  )
}
