import { EcmrConnectionError, type EcmrError, EcmrHttpError, EcmrProblem } from '../errors.js'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
const OF_PROXIES: readonly number[] = [429, 502, 503, 504]

/**
 * How long to wait before the same request is sent again; `undefined` when that makes no sense, or later than may be waited.
 * The service says so by `Retry-After`; what a proxy answers, or no answer, is tried again after growing pauses. Pauses are
 * longer by chance, so that many clients do not come back at once.
 *
 * @param attempt how many failed before this one
 * @param longestMs the longest `Retry-After` that is waited for
 * @param random between 0 and 1
 */
export function pauseBeforeRetry(
  error: EcmrError,
  attempt: number,
  longestMs: number,
  random: () => number,
): number | undefined {
  if (error instanceof EcmrProblem) {
    const { retryAfterMs } = error
    if (retryAfterMs === undefined || retryAfterMs > longestMs) return undefined
    return Math.max(retryAfterMs, FIRST_PAUSE_MS) * (1 + random() / 4)
  }
  if (error instanceof EcmrHttpError && !OF_PROXIES.includes(error.status)) return undefined
  if (!(error instanceof EcmrHttpError || error instanceof EcmrConnectionError)) return undefined
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
  return (most / 2) * (1 + random())
}
