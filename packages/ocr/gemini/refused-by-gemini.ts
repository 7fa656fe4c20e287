import { GoogleGenerativeAIFetchError, GoogleGenerativeAIResponseError } from '@google/generative-ai'
import { DocumentReadingUnavailable } from '../port.js'

const SOON_S = 10
/** An account that is refused stays so until the operator does something. */
const LATER_S = 300

const OVERLOADED: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])

/** Whether a failed call is worth another one: Gemini has too much to do, or the connection broke. */
export function isWorthRepeating(error: unknown): boolean {
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
