import { addersOf, attachmentViews } from '@ecmr/application'
import { attachmentView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { attachmentParams } from '../note-params.js'
import { namedAttachment } from './named-attachment.js'

export const readEcmrAttachment: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/attachments/:attachment_id',
    {
      config: { access: 'ecmrs:read' },
      schema: {
        operationId: 'readEcmrAttachment',
        tags: ['Attachments'],
        summary: 'Read what is known of an attachment',
        params: attachmentParams,
        response: { 200: attachmentView, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { attachment, events } = await namedAttachment(context, request, reply)
      const [view] = attachmentViews([attachment], addersOf(events, request.caller.company))
      return view
    },
  )
}
