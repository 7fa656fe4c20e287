import { type Accepted, documentUrlOf, recordOf } from '@ecmr/application'
import type { EcmrRecord } from '@ecmr/contract'
import { preferredLanguage } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf } from '../conditional-requests.js'
import type { ApiContext } from '../context.js'

/** The record after a change, with the headers that belong to it. */
export async function recordAfter(
  { note, position, replayed }: Pick<Accepted, 'note' | 'position' | 'replayed'>,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<ApiContext, 'pool' | 'files' | 'siteUrl' | 'storage'>,
): Promise<EcmrRecord> {
  const { siteUrl, storage } = context
  reply.header('etag', etagOf(note.version)).header('x-position', position).header('vary', 'Accept-Language')
  const warning = storage?.warning(request.caller.company)
  if (warning !== undefined) reply.header('x-storage-warning', warning)
  if (replayed) reply.header('idempotent-replayed', 'true')
  return recordOf(note, preferredLanguage(request), siteUrl, await documentUrlOf(context, note))
}
