import { type EcmrError, EcmrHttpError, EcmrProblem } from '../errors.js'
import type { Problem } from '../generated/types.js'

/** What an answer that is no success says. */
export async function errorOf(response: Response): Promise<EcmrError> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem = isProblem ? parsed(text) : undefined
  if (problem === undefined) return new EcmrHttpError(response.status, text.slice(0, 2_000))
  return new EcmrProblem(problem, retryAfterMs(response.headers), response.headers)
}

function parsed(text: string): Problem | undefined {
  try {
    const problem: unknown = JSON.parse(text)
    return isProblem(problem) ? problem : undefined
  } catch {
    return undefined
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
