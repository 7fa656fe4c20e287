import { findCompany } from '@ecmr/accounts'
import { findNoteId, invitationView, inviteSigner as invite } from '@ecmr/application'
import { invitationBody, madeInvitationView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { ifMatchVersions } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf, problemFromOutcome } from '../../../../problems/from-outcome.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'

export const inviteSigner: Route = (app, context) => {
  const { pool, clock = () => new Date() } = context
  app.post(
    '/api/ecmrs/:id/invitations',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'inviteSigner',
        tags: ['Consignment notes'],
        summary:
          'Invite someone without an account to sign by a link; it is shown this once, and mailed when an e-mail address is given',
        params: noteParams,
        body: invitationBody,
        response: { 201: madeInvitationView, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { company } = request.caller
      const { id: noteId } = foundOf(await findNoteId({ pool, reads }, company, request.params.id))
      const invited = await invite(context, callerOf(request), {
        ...{ noteId, body: request.body },
        by: (await findCompany(pool, company))?.name ?? '',
        key: clientKeyOf(request),
        ifMatch: ifMatchVersions(request),
      })
      if (invited.outcome !== 'invited') throw problemFromOutcome(invited)
      const { invitation, note, url, driverUrl: driver_url, mail, replayed } = invited
      if (replayed) reply.header('idempotent-replayed', 'true')
      reply
        .code(201)
        .header('location', `/api/ecmrs/${noteId}/invitations`)
        .header('cache-control', 'no-store')
      const view = invitationView(note, invitation, clock())
      return { ...view, url, ...(driver_url !== undefined && { driver_url }), mail }
    },
  )
}
