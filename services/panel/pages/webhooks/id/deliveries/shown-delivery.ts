import type { Language } from '@ecmr/contract'
import type { Attempt } from '@ecmr/webhooks'
import { attemptFault } from '../../labels.js'

const ATTEMPTS_PER_PAGE = 10
// A receiver may answer with 4 KB of what grows sixfold when it is escaped, as often as it is tried.
const LONGEST_ANSWER = 600
const LONGEST_PAYLOAD = 8_000

/** The beginning of a text, and how long all of it is. */
export interface Cut {
  readonly text: string
  readonly length: number
  readonly isCut: boolean
}

/** What is sent, as people read it. */
export function shownPayload(payload: Uint8Array): Cut {
  const text = new TextDecoder().decode(payload)
  return cut(JSON.stringify(JSON.parse(text), null, 2), LONGEST_PAYLOAD)
}

/** The latest attempts first; the page asked for, or the nearest that there is. */
export function pageOfAttempts(log: readonly Attempt[], asked: unknown, language: Language) {
  const pages = Math.max(1, Math.ceil(log.length / ATTEMPTS_PER_PAGE))
  const number = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Number(asked) : 1
  const page = Math.min(Math.max(number, 1), pages)
  const from = (page - 1) * ATTEMPTS_PER_PAGE
  const shown = [...log].reverse().slice(from, from + ATTEMPTS_PER_PAGE)
  return {
    page,
    pages,
    total: log.length,
    shown: shown.map((attempt) => ({
      ...attempt,
      fault: attempt.error === null ? undefined : attemptFault(attempt.error, language),
      body: attempt.response_body === null ? undefined : cut(attempt.response_body, LONGEST_ANSWER),
    })),
  }
}

function cut(text: string, longest: number): Cut {
  return { text: text.slice(0, longest), length: text.length, isCut: text.length > longest }
}
