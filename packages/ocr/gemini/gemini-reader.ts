import { bodyValidators } from '@ecmr/contract'
import type { Content } from '@google/generative-ai'
import { pageNumberIn } from '../kinds/page-marks.js'
import { DocumentReadingUnavailable, type ShownPicture } from '../port.js'
import type { PageOutcome, PageReader } from '../reading/page-reader.js'
import type { PagePool } from '../tesseract/page-pool.js'
import { formOfAnswer, SIDE } from './form-of-answer.js'
import { type GeminiAnswer, geminiAnswer, questionPart } from './gemini-answer.js'
import {
  callWithRetry,
  type Gemini,
  type GeminiAccount,
  geminiClient,
  refusedByGemini,
} from './gemini-client.js'

const RETRY_AFTER_S = 30
const MOST_FAULTS = 20

const isAnswer = bodyValidators.compile<GeminiAnswer>(geminiAnswer)

/** An answer of Gemini that is what was asked for. */
interface UnderstoodAnswer {
  readonly answer: GeminiAnswer
  readonly version: string | undefined
}

/**
 * Asks Gemini until its answer fits the schema: once more when the first one does not, with what was wrong with it.
 *
 * @throws DocumentReadingUnavailable when neither does
 */
async function understoodAnswer(
  gemini: Gemini,
  question: Content,
  signal: AbortSignal,
): Promise<UnderstoodAnswer> {
  const first = await callWithRetry(gemini, [question], signal)
  const understood = understand(first.text)
  if (understood.ok) return { answer: understood.answer, version: first.version }
  const complaint = { role: 'user', parts: [{ text: complaintAbout(understood.faults) }] }
  const second = await callWithRetry(gemini, [question, complaint], signal)
  const repaired = understand(second.text)
  if (repaired.ok) return { answer: repaired.answer, version: second.version }
  throw new DocumentReadingUnavailable(
    RETRY_AFTER_S,
    'Gemini gave no answer of the form that it was asked for',
  )
}

type Understood =
  | { readonly ok: true; readonly answer: GeminiAnswer }
  | { readonly ok: false; readonly faults: readonly string[] }

function understand(text: string): Understood {
  const answer = parsed(text)
  if (isAnswer(answer)) return { ok: true, answer }
  if (answer === undefined) return { ok: false, faults: ['it is no complete JSON'] }
  const faults = (isAnswer.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
  )
  return { ok: false, faults: faults.slice(0, MOST_FAULTS) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const complaintAbout = (faults: readonly string[]): string =>
  `Your last answer could not be used: ${faults.join('; ')}. Answer again, complete and in the form that was asked for.`

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
 * Reads pages by Google's Gemini, with structured output. It sees the reduced picture and the prompt, both of which are data to it.
 * Whatever it answers is checked: its form, and that what it gives stands on the page.
 */
export function geminiReader(options: GeminiOptions): PageReader {
  const { pool, model, deadlineMs = DEADLINE_MS, closing } = options
  const gemini = geminiClient(options)
  return {
    async readPage(source, caller, prompt) {
      const deadline = AbortSignal.timeout(deadlineMs)
      const signal = AbortSignal.any([caller.signal, deadline, ...(closing ? [closing] : [])])
      const seen = await pool.renderPicture(source, caller)
      if (!seen.ok) return seen
      const understood = await ask(gemini, seen.picture, prompt, signal).catch((error: unknown) => {
        caller.signal.throwIfAborted()
        throw refusedByGemini(error, signal.aborted)
      })
      return outcomeOf(understood, { isAsked: prompt !== undefined, picture: seen.picture, model })
    },
  }
}

function ask(
  gemini: Gemini,
  { jpeg }: ShownPicture,
  prompt: string | undefined,
  signal: AbortSignal,
): Promise<UnderstoodAnswer> {
  const data = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength).toString('base64')
  const picture = { inlineData: { mimeType: 'image/jpeg', data } }
  const parts = prompt === undefined ? [picture] : [picture, { text: questionPart(prompt) }]
  return understoodAnswer(gemini, { role: 'user', parts }, signal)
}

function outcomeOf(
  { answer, version }: UnderstoodAnswer,
  { isAsked, picture, model }: { isAsked: boolean; picture: ShownPicture; model: string },
): PageOutcome {
  const findings = {
    form: formOfAnswer(answer),
    rawText: answer.raw_text,
    answer: isAsked ? answer.answer : null,
    place: ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      [x / SIDE, y / SIDE, width / SIDE, height / SIDE] as const,
    turned: picture.turned,
    text: 'recognition',
    marks: { title: null, number: pageNumberIn(answer.raw_text.split('\n')) },
  } as const
  return { ok: true, picture, findings, engine: { provider: 'gemini', model, version: version ?? model } }
}
