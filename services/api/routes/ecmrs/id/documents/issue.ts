import { documentEntry, findNoteId, issueDocument } from '@ecmr/application'
import { documentEntry as entryView, issueDocumentBody } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { etagOf } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf, issuedOf } from '../../../../problems/from-outcome.js'
import { notFound } from '../../../../problems/not-found.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, writeProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'

export const issueEcmrDocument: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/documents',
    {
      config: { access: 'ecmrs:write', body: 'optional' },
      schema: {
        operationId: 'issueEcmrDocument',
        tags: ['Documents'],
        summary: 'Issue a note’s document: a PDF with a public address that its QR code shows',
        params: noteParams,
        body: issueDocumentBody,
        response: { 200: entryView, 201: entryView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { kind, language, reason, new_url: newUrl } = request.body
      if (newUrl && reason === undefined) throw reasonMissing()
      const reads = freshReadsOf(context, request, reply)
      const named = foundOf(
        await findNoteId({ ...context, reads }, request.caller.company, request.params.id),
      )
      const key = clientKeyOf(request)
      const wanted = { noteId: named.id, kind, language, reason, newUrl, key }
      const issued = issuedOf(await issueDocument(context, callerOf(request), wanted))
      const { note, document, position, replayed } = issued
      // Anyone who follows the address next finds what was issued.
      await reads.waitFor('documents')
      const n = note.documents.indexOf(document) + 1
      const entry = await documentEntry(context, note, n)
      if (!entry) throw notFound()
      reply.header('etag', etagOf(note.version)).header('x-position', position)
      if (replayed) reply.header('idempotent-replayed', 'true')
      if (issued.outcome === 'issued')
        reply.code(201).header('location', `/api/ecmrs/${note.id}/documents/${n}`)
      return entry
    },
  )
}

function reasonMissing(): Problem {
  const message = 'Send reason: why the document gets a new address.'
  const errors = [{ pointer: '/reason', code: 'required', message }]
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}
