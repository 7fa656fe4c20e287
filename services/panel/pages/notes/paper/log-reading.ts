import type { DocumentReading } from '@ecmr/ocr'
import type { FastifyRequest } from 'fastify'
import { signedIn } from '../../../panel-server.js'

/** Notes that a paper note was read: how well and how quickly, and nothing of what stands on it. */
export function logReading(
  request: FastifyRequest,
  { document_type, engine, fields }: DocumentReading,
): void {
  const said = {
    request_id: request.id,
    company_id: signedIn(request).company.id,
    document_type,
    provider: engine.provider,
    ms: engine.ms,
    fields: fields.length,
    doubtful: fields.filter(({ needs_review }) => needs_review).length,
  }
  request.log.info(said, 'paper note read')
}
