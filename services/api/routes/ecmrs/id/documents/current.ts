import { draftDocument } from '@ecmr/application'
import { documentQuery } from '@ecmr/contract'
import { currentDocument } from '@ecmr/domain'
import { disconnectSignal } from '@ecmr/web'
import type { Route } from '../../../../api-server.js'
import { notYetKnown } from '../../../../problems/from-outcome.js'
import { notIssued } from '../../../../problems/not-issued.js'
import { asOfOf } from '../../../../records/as-of.js'
import { notFoundProblem, readProblems, unchanged } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'
import { namedNote } from './named-document.js'
import { pdfAnswer, sendIssued, sendPdf } from './send-file.js'

/** A draft takes no longer. */
const LONGEST_MS = 30_000

/** Any parameter asks for something that was not issued. */
export const readCurrentDocument: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/document.pdf',
    {
      config: { access: 'ecmrs:read', answers: 'anything', expensive: asksForDraft },
      schema: {
        operationId: 'readCurrentDocument',
        tags: ['Documents'],
        summary: 'Download the document that was issued last, or a draft of the note',
        params: noteParams,
        querystring: documentQuery,
        response: { 200: pdfAnswer, 304: unchanged, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { kind, language } = request.query
      const named = { id: request.params.id, ...asOfOf(request.query) }
      const { note, events, behind } = await namedNote(context, request, reply, named)
      if (asksForDraft(request.query)) {
        const signal = AbortSignal.any([disconnectSignal(reply), AbortSignal.timeout(LONGEST_MS)])
        const bytes = await draftDocument(context, { note, events }, { kind, language, signal })
        reply.header('cache-control', 'no-store')
        return sendPdf(reply, bytes, `${note.ecmr_number}-draft.pdf`)
      }
      const document = currentDocument(note)
      if (!document) throw behind ? notYetKnown() : notIssued()
      return sendIssued(context, request, reply, { note, document })
    },
  )
}

function asksForDraft(query: unknown): boolean {
  return (
    typeof query === 'object' &&
    query !== null &&
    Object.values(query).some((value) => value !== undefined && value !== false)
  )
}
