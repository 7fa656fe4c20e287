import { counterpartyAddress } from '@ecmr/application'
import { documentLinkBody, documentLinkView } from '@ecmr/contract'
import { MOST_COUNTERPARTY_LINKS } from '@ecmr/document-links'
import type { Route } from '../../../../api-server.js'
import { callerOf } from '../../../../commands/caller.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, writeProblems } from '../../../problem-answers.js'
import { documentParams } from './document-params.js'
import { namedDocument } from './named-document.js'

export const shareEcmrDocument: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/documents/:n/links',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'shareEcmrDocument',
        tags: ['Documents'],
        summary: 'Make another address of a document, for the other party of the carriage',
        params: documentParams,
        body: documentLinkBody,
        response: { 201: documentLinkView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note, document } = await namedDocument(context, request, reply)
      const made = await counterpartyAddress(context, callerOf(request), { note, document })
      if (!made.ok)
        throw new Problem(
          'too_many',
          `A document has at most ${MOST_COUNTERPARTY_LINKS} of these addresses, and this one has reached that: share one of them.`,
        )
      reply.code(201).header('cache-control', 'no-store')
      return { url: made.url, for: request.body.for, keep_until: made.keepUntil }
    },
  )
}
