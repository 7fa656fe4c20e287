import { bodyValidators } from '@ecmr/contract'
import type { Content } from '@google/generative-ai'
import { DocumentReadingUnavailable } from '../port.js'
import { type GeminiAnswer, geminiAnswer } from './gemini-answer.js'
import { callWithRetry, type Gemini } from './gemini-client.js'

const RETRY_AFTER_S = 30
const MOST_FAULTS = 20

const isAnswer = bodyValidators.compile<GeminiAnswer>(geminiAnswer)

/** An answer of Gemini that is what was asked for. */
export interface UnderstoodAnswer {
  readonly answer: GeminiAnswer
  readonly version: string | undefined
}

/**
 * Asks Gemini until its answer fits the schema: once more when the first one does not, with what was wrong with it.
 *
 * @throws DocumentReadingUnavailable when neither does
 */
export async function understoodAnswer(
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
