import { setTimeout as pause } from 'node:timers/promises'
import { bodyValidators } from '@ecmr/contract'
import {
  type Content,
  FinishReason,
  type GenerateContentRequest,
  GoogleGenerativeAIFetchError,
  GoogleGenerativeAIResponseError,
} from '@google/generative-ai'
import { type Static, Type } from '@sinclair/typebox'
import { DocumentReadingUnavailable } from '../port.js'
import { geminiAnswer, instruction, responseSchema } from './gemini-answer.js'

/** What Gemini said. */
export interface GeminiReply {
  readonly text: string
  /** the version of the model that said it */
  readonly version: string | undefined
}

/** As much of a response as is looked at. */
const geminiResponse = Type.Object({
  candidates: Type.Optional(
    Type.Array(
      Type.Object({
        finishReason: Type.Optional(Type.String()),
        content: Type.Optional(
          Type.Object({
            parts: Type.Optional(Type.Array(Type.Object({ text: Type.Optional(Type.String()) }))),
          }),
        ),
      }),
    ),
  ),
  promptFeedback: Type.Optional(Type.Object({})),
  modelVersion: Type.Optional(Type.String()),
})

const isResponse = bodyValidators.compile<Static<typeof geminiResponse>>(geminiResponse)

const REFUSALS: ReadonlySet<string> = new Set([
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.LANGUAGE,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
])

/**
 * The text in a response; blank when there is none.
 *
 * @throws GoogleGenerativeAIResponseError when Gemini refused to answer
 */
function replyIn(response: unknown): GeminiReply {
  if (!isResponse(response)) return { text: '', version: undefined }
  const { candidates: [first] = [], promptFeedback, modelVersion } = response
  const isRefused =
    first === undefined ? promptFeedback !== undefined : REFUSALS.has(first.finishReason ?? '')
  if (isRefused) throw new GoogleGenerativeAIResponseError('Gemini refused to answer')
  const text = (first?.content?.parts ?? []).map((part) => part.text ?? '').join('')
  return { text, version: modelVersion }
}

/** As whom and where Gemini is asked. */
export interface GeminiAccount {
  readonly apiKey: string
  readonly model: string
  /** absent: Google's own */
  readonly baseUrl?: string
}

/** Asks Gemini once. */
export type Gemini = (contents: Content[], signal: AbortSignal) => Promise<GeminiReply>

const GOOGLES_OWN = 'https://generativelanguage.googleapis.com'
/** In bytes, unpacked; the text of a page and its fields take some ten thousand. */
const LARGEST_ANSWER = 4 * 1024 * 1024
const RETRY_AFTER_S = 300

/**
 * Gemini by its wire format. Google's SDK gives the types only: it would follow redirects, to whomever, with the key, and keep whatever
 * is answered in memory.
 */
export function geminiClient({ apiKey, model, baseUrl = GOOGLES_OWN }: GeminiAccount): Gemini {
  const url = `${baseUrl}/v1beta/models/${model}:generateContent`
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': apiKey }
  return async (contents, signal) => {
    const body = JSON.stringify(requestOf(contents))
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    if (response.ok) return replyIn(JSON.parse(await textOf(response)))
    await response.body?.cancel()
    throw new GoogleGenerativeAIFetchError('Gemini answered with a fault', response.status)
  }
}

function requestOf(contents: Content[]): GenerateContentRequest {
  return {
    contents,
    systemInstruction: { role: 'system', parts: [{ text: instruction }] },
    generationConfig: {
      temperature: 0,
      candidateCount: 1,
      responseMimeType: 'application/json',
      responseSchema: responseSchema(geminiAnswer),
    },
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > LARGEST_ANSWER)
      throw new DocumentReadingUnavailable(RETRY_AFTER_S, 'Gemini answered with more than is read of it')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const SOON_S = 10
/** An account that is refused stays so until the operator does something. */
const LATER_S = 300

const OVERLOADED: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Whether a failed call is worth another one: Gemini has too much to do, or the connection broke. */
function isWorthRepeating(error: unknown): boolean {
  if (error instanceof GoogleGenerativeAIFetchError) return OVERLOADED.has(error.status ?? 0)
  return !(error instanceof GoogleGenerativeAIResponseError || error instanceof DocumentReadingUnavailable)
}

/**
 * A failed call in words of our own: Google's might repeat the key, the address or the text.
 *
 * @param isOver the time for it was over, or nothing is read any more
 */
export function refusedByGemini(error: unknown, isOver: boolean): DocumentReadingUnavailable {
  if (isOver) return new DocumentReadingUnavailable(SOON_S, 'Gemini did not answer in time')
  if (error instanceof DocumentReadingUnavailable) return error
  if (error instanceof GoogleGenerativeAIFetchError) {
    const retryAfter = OVERLOADED.has(error.status ?? 0) ? SOON_S : LATER_S
    return new DocumentReadingUnavailable(retryAfter, `Gemini answered with status ${error.status}`)
  }
  if (error instanceof GoogleGenerativeAIResponseError)
    return new DocumentReadingUnavailable(LATER_S, 'Gemini refused to answer')
  return new DocumentReadingUnavailable(SOON_S, 'Gemini cannot be reached')
}

const PAUSE_MS = 1_000

/** Asks Gemini; once more when it has too much to do or the connection broke. */
export async function callWithRetry(
  gemini: Gemini,
  contents: Content[],
  signal: AbortSignal,
): Promise<GeminiReply> {
  try {
    return await gemini(contents, signal)
  } catch (error) {
    if (signal.aborted || !isWorthRepeating(error)) throw error
    await pause(PAUSE_MS, undefined, { signal })
    return gemini(contents, signal)
  }
}
