import { DocumentReadingUnavailable } from '@ecmr/ocr'
import { reasonOf } from '@ecmr/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { signedIn } from '../../../panel-server.js'
import type { ChoosePage } from './choose-page.js'
import { logReading } from './log-reading.js'
import type { PaperFault } from './paper-faults.js'
import { readPage } from './read-page.js'

/** Readers have shorter ones of their own; nobody waits for a page longer than this. */
const DEADLINE_MS = 110_000
/** When the deadline was not kept. */
const RETRY_AFTER_SECONDS = 30

/** Reads the picture that was sent, for as long as somebody waits for it. */
export async function readPicture(
  { documents }: PanelContext,
  { refuse }: ChoosePage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sentPicture: sent } = request
  if (!sent.ok) return refuse(request, reply, sent.fault)
  const { company } = signedIn(request)
  const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), hangUpOf(reply)])
  const outcome = await documents
    .read({ image: sent.image, companyId: company.id, signal })
    .catch((error: unknown) => unavailable(request, error, signal))
  if (!outcome.ok) return refuse(request, reply, outcome.fault)
  logReading(request, outcome.reading)
  return readPage(request, reply, outcome)
}

interface NotRead {
  readonly ok: false
  readonly fault: PaperFault
}

/** @throws what has other reasons than that documents cannot be read now, or that nobody waits any more */
function unavailable(request: FastifyRequest, error: unknown, signal: AbortSignal): NotRead {
  const isAway = error instanceof DocumentReadingUnavailable
  if (!isAway && !signal.aborted) throw error
  request.log.warn({ request_id: request.id, reason: reasonOf(error) }, 'paper note not read')
  const retryAfterSeconds = isAway ? error.retryAfterSeconds : RETRY_AFTER_SECONDS
  return { ok: false, fault: { code: 'unavailable', retryAfterSeconds } }
}

/** Aborts when the browser does not wait for the answer any more. */
function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.closed) left.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}
