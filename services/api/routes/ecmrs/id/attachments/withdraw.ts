import { addersOf, attachmentViews, findNoteId, withdrawAttachment } from '@ecmr/application'
import { attachmentView, withdrawalBody } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { etagOf, ifMatchVersions } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { acceptedOf, foundOf } from '../../../../problems/from-outcome.js'
import { notFound } from '../../../../problems/not-found.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { attachmentParams } from '../note-params.js'

export const withdrawEcmrAttachment: Route = (app, context) => {
  app.post(
    '/api/ecmrs/:id/attachments/:attachment_id/withdrawal',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'withdrawEcmrAttachment',
        tags: ['Attachments'],
        summary: 'Withdraw an attachment: it stays in the history, and its file is not given out any more',
        params: attachmentParams,
        body: withdrawalBody,
        response: { 200: attachmentView, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { id, attachment_id: attachmentId } = request.params
      const { id: noteId } = foundOf(await findNoteId({ ...context, reads }, request.caller.company, id))
      const withdrawn = await withdrawAttachment(context, callerOf(request), {
        ...{ noteId, attachmentId, reason: request.body.reason },
        key: clientKeyOf(request),
        ifMatch: ifMatchVersions(request),
      })
      const { note, position, replayed } = acceptedOf(withdrawn)
      if (replayed) reply.header('idempotent-replayed', 'true')
      reply.header('etag', etagOf(note.version)).header('x-position', position)
      const attachment = note.attachments.find((one) => one.attachment_id === attachmentId)
      if (attachment === undefined) throw notFound()
      const loaded = await context.load(noteId)
      const [view] = attachmentViews([attachment], addersOf(loaded?.events ?? [], request.caller.company))
      return view
    },
  )
}
