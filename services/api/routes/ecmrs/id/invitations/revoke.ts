import { findNoteId, invitationView as viewOf, revokeInvitation as revoke } from '@ecmr/application'
import { invitationView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { ifMatchVersions } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { acceptedOf, foundOf } from '../../../../problems/from-outcome.js'
import { notFound } from '../../../../problems/not-found.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { invitationParams } from '../note-params.js'

export const revokeInvitation: Route = (app, context) => {
  const { pool, clock = () => new Date() } = context
  app.delete(
    '/api/ecmrs/:id/invitations/:invitation_id',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'revokeInvitation',
        tags: ['Consignment notes'],
        summary: 'Revoke an invitation to sign; its link leads nowhere from now on',
        params: invitationParams,
        response: { 200: invitationView, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { id, invitation_id: invitationId } = request.params
      const { id: noteId } = foundOf(await findNoteId({ pool, reads }, request.caller.company, id))
      const revoked = await revoke(context, callerOf(request), {
        ...{ noteId, invitationId },
        key: clientKeyOf(request),
        ifMatch: ifMatchVersions(request),
      })
      const { note, replayed } = acceptedOf(revoked)
      if (replayed) reply.header('idempotent-replayed', 'true')
      const invitation = note.invitations.find((one) => one.invitation_id === invitationId)
      if (!invitation) throw notFound()
      return viewOf(note, invitation, clock())
    },
  )
}
