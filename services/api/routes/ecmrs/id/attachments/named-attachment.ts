import type { LoadedNote } from '@ecmr/application'
import type { Attachment } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../../context.js'
import { notInNote } from '../../../../problems/from-outcome.js'
import { namedNote } from '../documents/named-document.js'

/** The company's note and the attachment that a path names. Throws a Problem when there is none. */
export async function namedAttachment(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string; attachment_id: string } }>,
  reply: FastifyReply,
): Promise<Pick<LoadedNote, 'note' | 'events'> & { readonly attachment: Attachment }> {
  const { id, attachment_id } = request.params
  const found = await namedNote(context, request, reply, { id })
  const { note, events } = found
  const attachment = note.attachments.find((one) => one.attachment_id === attachment_id)
  if (attachment === undefined) throw notInNote(found)
  return { note, events, attachment }
}
