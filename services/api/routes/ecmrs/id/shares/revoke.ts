import { publicCompanies } from '@ecmr/accounts'
import { findNoteId, revokeShare, shareViewOf } from '@ecmr/application'
import { shareView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { etagOf, ifMatchVersions } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { acceptedOf, foundOf } from '../../../../problems/from-outcome.js'
import { notFound } from '../../../../problems/not-found.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { shareParams } from '../note-params.js'

export const revokeEcmrShare: Route = (app, context) => {
  const { pool } = context
  app.delete(
    '/api/ecmrs/:id/shares/:share_id',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'revokeEcmrShare',
        tags: ['Consignment notes'],
        summary: 'End a share; the company sees the note no more than one that it was never shared with',
        params: shareParams,
        response: { 200: shareView, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { id, share_id: shareId } = request.params
      const { id: noteId } = foundOf(await findNoteId({ pool, reads }, request.caller.company, id))
      const revoked = await revokeShare(context, callerOf(request), {
        ...{ noteId, shareId },
        key: clientKeyOf(request),
        ifMatch: ifMatchVersions(request),
      })
      const { note, replayed } = acceptedOf(revoked)
      if (replayed) reply.header('idempotent-replayed', 'true')
      const share = note.shares.find((one) => one.share_id === shareId)
      if (!share) throw notFound()
      reply.header('etag', etagOf(note.version))
      return shareViewOf(share, await publicCompanies(pool, [share.company_id]))
    },
  )
}
