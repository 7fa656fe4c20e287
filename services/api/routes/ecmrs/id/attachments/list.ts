import { addersOf, attachmentViews } from '@ecmr/application'
import { attachmentList } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { namedNote } from '../documents/named-document.js'
import { noteParams } from '../note-params.js'

export const listEcmrAttachments: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/attachments',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listEcmrAttachments',
        tags: ['Attachments'],
        summary: 'List the attachments of a note, newest first, withdrawn ones too',
        params: noteParams,
        response: { 200: attachmentList, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { note, events } = await namedNote(context, request, reply, request.params)
      return { data: attachmentViews(note.attachments, addersOf(events, request.caller.company)) }
    },
  )
}
