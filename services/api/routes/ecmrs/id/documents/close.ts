import { closeDocument, documentEntry } from '@ecmr/application'
import { documentEntry as entryView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf } from '../../../../commands/caller.js'
import { notFound } from '../../../../problems/not-found.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, writeProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const closeEcmrDocument: Route = (app, context) => {
  app.delete(
    '/api/ecmrs/:id/documents/:n/link',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'closeEcmrDocument',
        tags: ['Documents'],
        summary: 'Close a document’s public address for ever, from seven days after delivery on',
        params: documentParams,
        response: { 200: entryView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note, document, n } = await namedDocument(context, request, reply)
      const closing = await closeDocument(context, callerOf(request), { note, document })
      if (closing.outcome === 'too_early') throw tooEarly(closing.closableFrom)
      const entry = await documentEntry(context, note, n)
      if (!entry) throw notFound()
      return entry
    },
  )
}

function tooEarly(closable_from: string | undefined): Problem {
  const detail =
    closable_from === undefined
      ? 'The goods are not delivered: officers may still ask for the document. It can be closed seven days after delivery.'
      : `Authorities may still request the document; its address can be closed from ${closable_from} on.`
  return new Problem('too_early', detail, { closable_from: closable_from ?? null })
}
