import { invitationView, readNote } from '@ecmr/application'
import { invitationList } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf } from '../../../../problems/from-outcome.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'

export const listInvitations: Route = (app, context) => {
  const { clock = () => new Date() } = context
  app.get(
    '/api/ecmrs/:id/invitations',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listInvitations',
        tags: ['Consignment notes'],
        summary: 'List the invitations to sign a note, newest first; their links are not shown again',
        params: noteParams,
        response: { 200: invitationList, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const read = await readNote({ ...context, reads }, request.caller.company, request.params.id)
      const now = clock()
      const { note } = foundOf(read)
      return { data: note.invitations.map((one) => invitationView(note, one, now)).toReversed() }
    },
  )
}
