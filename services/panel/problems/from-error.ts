import { ClockDiffers, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { isDatabaseAway } from '@ecmr/postgres'
import { PageProblem } from './page-problem.js'

/** Whatever went wrong, as a page says it. */
export function problemFromError(error: unknown): PageProblem {
  if (error instanceof PageProblem) return error
  if (error instanceof OutcomeUnknown) return new PageProblem('outcome_unknown')
  if (error instanceof ClockDiffers)
    return new PageProblem('clock_differs', { 'retry-after': String(Math.ceil(error.retryAfterMs / 1_000)) })
  if (error instanceof StoreUnavailable || isDatabaseAway(error))
    return new PageProblem('unavailable', { 'retry-after': '5' })
  switch (statusOf(error)) {
    case 403:
      return new PageProblem(isAboutToken(error) ? 'form_expired' : 'not_found')
    case 404:
      return new PageProblem('not_found')
    case 413:
      return new PageProblem('too_large')
    case 415:
      return new PageProblem('not_a_form')
    case 429:
      return new PageProblem('rate_limited', { 'retry-after': '60' })
    case 500:
      return new PageProblem('failed')
    default:
      return new PageProblem('malformed')
  }
}

/** Fastify and its plugins say by a status whose fault it is; what says none is ours. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return 500
  return error.statusCode >= 500 ? 500 : error.statusCode
}

function isAboutToken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_CSRF_')
}
