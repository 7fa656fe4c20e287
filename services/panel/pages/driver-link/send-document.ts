import { documentUrlOf, type OpenedDriverLink } from '@ecmr/application'
import { currentDocument } from '@ecmr/domain'
import type { FastifyReply } from 'fastify'
import type { PanelContext } from '../../context.js'
import { PageProblem } from '../../problems/page-problem.js'

/**
 * The file of the note’s document as it was issued last.
 *
 * @throws PageProblem when there is none, or its address is closed
 */
export async function sendDocument(
  context: PanelContext,
  reply: FastifyReply,
  { note }: OpenedDriverLink,
): Promise<FastifyReply> {
  const document = (await documentUrlOf(context, note)) === null ? undefined : currentDocument(note)
  if (document === undefined) throw new PageProblem('not_found')
  const bytes = await context.files.storage.get(document.sha256)
  if (bytes === undefined) throw new PageProblem(document.erased ? 'not_found' : 'documents_unavailable')
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${note.ecmr_number}.pdf"`)
    .header('etag', `"${document.sha256}"`)
    .send(Buffer.from(bytes))
}
