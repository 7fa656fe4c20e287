import type { Route } from '../../../../api-server.js'
import { notFoundProblem, readProblems, unchanged } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'
import { pdfAnswer, sendIssued } from './send-file.js'

export const readEcmrDocumentFile: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/documents/:n.pdf',
    {
      config: { access: 'ecmrs:read', answers: 'anything' },
      schema: {
        operationId: 'readEcmrDocumentFile',
        tags: ['Documents'],
        summary: 'Download an issued version, byte for byte as it was issued',
        params: documentParams,
        response: { 200: pdfAnswer, 304: unchanged, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) =>
      sendIssued(context, request, reply, await namedDocument(context, request, reply)),
  )
}
