import { type Accepted, documentUrlOf, recordOf } from '@ecmr/application'
import type { EcmrRecord } from '@ecmr/contract'
import { preferredLanguage } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOfRecord } from '../conditional-requests.js'
import type { ApiContext } from '../context.js'

/** The record after a change, with the headers that belong to it. */
export async function recordAfter(
  { note, position, replayed, events }: Accepted,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<ApiContext, 'pool' | 'files' | 'siteUrl' | 'storage'>,
): Promise<EcmrRecord & { readonly incident_id?: string }> {
  const { siteUrl, storage } = context
  const language = preferredLanguage(request)
  const record = recordOf(note, language, siteUrl, await documentUrlOf(context, note))
  const etag = etagOfRecord(record, language)
  reply.header('etag', etag).header('x-position', position).header('vary', 'Accept-Language')
  const warning = storage?.warning(request.caller.company)
  if (warning !== undefined) reply.header('x-storage-warning', warning)
  if (replayed) reply.header('idempotent-replayed', 'true')
  const incident_id = reportedBy(events)
  return incident_id === undefined ? record : Object.assign(record, { incident_id })
}

function reportedBy(events: Accepted['events']): string | undefined {
  const id = events.findLast(({ type }) => type === 'IncidentReported')?.data.incident_id
  return typeof id === 'string' ? id : undefined
}
