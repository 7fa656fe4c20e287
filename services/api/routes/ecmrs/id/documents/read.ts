import { documentEntry } from '@ecmr/application'
import { documentEntry as entryView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { notFound } from '../../../../problems/not-found.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const readEcmrDocument: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents/:n',
    {
      config: { access: 'ecmrs:read' },
      schema: {
        operationId: 'readEcmrDocument',
        tags: ['Documents'],
        summary: 'Read what is known of an issued version',
        params: documentParams,
        response: { 200: entryView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note, n } = await namedDocument(context, request, reply)
      const entry = await documentEntry(context, note, n)
      if (!entry) throw notFound()
      return entry
    },
  )
}
