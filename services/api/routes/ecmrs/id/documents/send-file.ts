import type { IssuedDocument, Note } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { heldTag } from '../../../../conditional-requests.js'
import type { ApiContext } from '../../../../context.js'
import { documentsUnavailable } from '../../../../problems/documents-unavailable.js'
import { notFound } from '../../../../problems/not-found.js'

/** A PDF as an answer. */
export const pdfAnswer = {
  description: 'The file',
  content: { 'application/pdf': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } },
}

/** Answers with the bytes as they were issued; 304 to those who have them. */
export async function sendIssued(
  { files }: Pick<ApiContext, 'files'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { note, document }: { readonly note: Note; readonly document: IssuedDocument },
): Promise<FastifyReply> {
  const etag = `"${document.sha256}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const held = heldTag(request, etag)
  if (held !== undefined) return reply.header('etag', held).code(304).send()
  const bytes = await files.storage.get(document.sha256)
  if (bytes === undefined && document.erased) throw notFound()
  if (bytes === undefined)
    throw documentsUnavailable('The file is not in the storage; the operator has to restore it.')
  return sendPdf(reply, bytes, `${note.ecmr_number}.pdf`)
}

/** Answers with a PDF under a file name. */
export function sendPdf(reply: FastifyReply, bytes: Uint8Array, fileName: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(bytes)
}
