import { Type } from '@sinclair/typebox'
import type { Route } from '../../../../api-server.js'
import { heldTag } from '../../../../conditional-requests.js'
import { documentsUnavailable } from '../../../../problems/documents-unavailable.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, problem, readProblems, unchanged } from '../../../problem-answers.js'
import { attachmentParams } from '../note-params.js'
import { namedAttachment } from './named-attachment.js'
import { notFound } from '../../../../problems/not-found.js'
import { fileHeaders } from '@ecmr/web'

const file = {
  description: 'The file',
  content: {
    'application/octet-stream': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) },
  },
}

export const readEcmrAttachmentContent: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/attachments/:attachment_id/content',
    {
      config: { access: 'ecmrs:read', answers: 'anything', expensive: 'file' },
      schema: {
        operationId: 'readEcmrAttachmentContent',
        tags: ['Attachments'],
        summary: 'Download the file of an attachment',
        params: attachmentParams,
        response: {
          200: file,
          304: unchanged,
          ...readProblems,
          ...notFoundProblem,
          409: problem('The attachment has been withdrawn'),
        },
      },
    },
    async (request, reply) => {
      const { attachment } = await namedAttachment(context, request, reply)
      if (attachment.erased) throw notFound()
      if (attachment.withdrawn_at !== undefined) throw withdrawn(attachment.withdrawn_at)
      const etag = `"${attachment.sha256}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      const held = heldTag(request, etag)
      if (held !== undefined) return reply.header('etag', held).code(304).send()
      const bytes = await context.files.storage.get(attachment.sha256)
      if (bytes === undefined)
        throw documentsUnavailable('The file is not in the storage; the operator has to restore it.')
      return reply.headers(fileHeaders(attachment)).send(bytes)
    },
  )
}

function withdrawn(at: string): Problem {
  return new Problem(
    'attachment_withdrawn',
    `The attachment was withdrawn at ${at}, and is not given out any more.`,
  )
}
