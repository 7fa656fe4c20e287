import { type DocumentReading, DocumentReadingUnavailable, type ReadingOutcome } from '@ecmr/ocr'
import { reasonOf } from '@ecmr/runtime'
import { disconnectSignal } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { signedIn } from '../../../panel-server.js'
import type { PaperRefusal } from './choose.js'

/** When it is not known how long it takes. */
const RETRY_AFTER_SECONDS = 30

interface NotRead extends PaperRefusal {
  readonly ok: false
}

/** Reads the pictures that a form has brought, for as long as its sender waits for it. */
export async function readSent(
  { documents }: Pick<PanelContext, 'documents'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { prompt }: { readonly prompt?: string } = {},
): Promise<Extract<ReadingOutcome, { ok: true }> | NotRead> {
  const { sentPictures: sent } = request
  if (!sent.ok) return sent
  const { files } = sent
  const { company } = signedIn(request)
  const signal = disconnectSignal(reply)
  const outcome = await documents
    .read({ files, companyId: company.id, signal, ...(prompt !== undefined && { prompt }) })
    .catch((error: unknown) => unavailable(request, error, signal))
  if (!outcome.ok) return { ...outcome, several: files.length > 1 }
  logReading(request, outcome.reading)
  return outcome
}

/** @throws what has other reasons than that documents cannot be read now, or that the client no longer waits */
function unavailable(request: FastifyRequest, error: unknown, signal: AbortSignal): NotRead {
  const isAway = error instanceof DocumentReadingUnavailable
  if (!isAway && !signal.aborted) throw error
  request.log.warn({ request_id: request.id, reason: reasonOf(error) }, 'paper note not read')
  const retryAfterSeconds = isAway ? error.retryAfterSeconds : RETRY_AFTER_SECONDS
  return { ok: false, fault: { code: 'unavailable', retryAfterSeconds } }
}

/** Notes that a paper note was read: how well and how quickly, and nothing of what stands on it. */
function logReading(request: FastifyRequest, { document_type, engine, fields }: DocumentReading): void {
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
