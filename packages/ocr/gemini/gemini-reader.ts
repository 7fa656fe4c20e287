import type { DocumentReader, ReadingOutcome, ReadingRequest, ShownPicture } from '../port.js'
import { documentReading } from '../reading/document-reading.js'
import type { PagePool } from '../tesseract/pool/page-pool.js'
import { formOfAnswer, SIDE } from './form-of-answer.js'
import { questionPart } from './gemini-answer.js'
import { type Gemini, type GeminiAccount, geminiClient, refusedByGemini } from './gemini-client.js'
import { type UnderstoodAnswer, understoodAnswer } from './understood-answer.js'

const DEADLINE_MS = 60_000

/** What the reader that asks Gemini works with. */
interface GeminiOptions extends GeminiAccount {
  /** decodes each image before it is sent: faults are found alike, and nothing but pixels leaves the service */
  readonly pool: Pick<PagePool, 'renderPicture'>
  /** from the request until Gemini has answered, whatever it takes; a minute when absent */
  readonly deadlineMs?: number
  /** aborts when the reader is closed: callers that wait get an error that it is unavailable */
  readonly closing?: AbortSignal
}

/**
 * Reads documents by Google's Gemini, with structured output. It sees the reduced picture and the prompt, both of which are data to it.
 * Whatever it answers is checked: its form, and that what it gives stands on the page.
 */
export function geminiReader(options: GeminiOptions): DocumentReader {
  const { pool, deadlineMs = DEADLINE_MS, closing } = options
  const gemini = geminiClient(options)
  return {
    async read(request) {
      const started = performance.now()
      const deadline = AbortSignal.timeout(deadlineMs)
      const signal = AbortSignal.any([request.signal, deadline, ...(closing ? [closing] : [])])
      const seen = await pool.renderPicture(request.image, {
        companyId: request.companyId,
        signal: request.signal,
      })
      if (!seen.ok) return seen
      const understood = await ask(gemini, seen.picture, { ...request, signal }).catch((error: unknown) => {
        request.signal.throwIfAborted()
        throw refusedByGemini(error, signal.aborted)
      })
      const ms = Math.round(performance.now() - started)
      return outcomeOf(understood, { request, picture: seen.picture, model: options.model, ms })
    },
  }
}

function ask(
  gemini: Gemini,
  { jpeg }: ShownPicture,
  { prompt, signal }: ReadingRequest,
): Promise<UnderstoodAnswer> {
  const data = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64')
  const picture = { inlineData: { mimeType: 'image/jpeg', data } }
  const parts = prompt === undefined ? [picture] : [picture, { text: questionPart(prompt) }]
  return understoodAnswer(gemini, { role: 'user', parts }, signal)
}

function outcomeOf(
  { answer, version }: UnderstoodAnswer,
  read: {
    readonly request: ReadingRequest
    readonly picture: ShownPicture
    readonly model: string
    readonly ms: number
  },
): ReadingOutcome {
  const { request, picture, model, ms } = read
  const findings = {
    form: formOfAnswer(answer),
    rawText: answer.raw_text,
    answer: request.prompt === undefined ? null : answer.answer,
    place: ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      [x / SIDE, y / SIDE, width / SIDE, height / SIDE] as const,
    turned: picture.turned,
  }
  const engine = { provider: 'gemini', model, version: version ?? model, ms }
  return { ok: true, picture, reading: documentReading(findings, request.image, engine) }
}
