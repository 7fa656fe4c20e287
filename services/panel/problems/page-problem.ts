import { NotPermitted } from '@ecmr/application'
import { DocumentRenderingUnavailable, DocumentTooLarge } from '@ecmr/documents'
import { ClockDiffers, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { EvidenceOff } from '@ecmr/evidence'
import { DocumentReadingUnavailable } from '@ecmr/ocr'
import { isDatabaseAway } from '@ecmr/postgres'
import { ObjectDamaged, StorageUnavailable } from '@ecmr/storage'

/** Why a page is not shown: its HTTP status. `texts/problems.ts` has the words. */
const pageProblems = {
  malformed: 400,
  form_expired: 403,
  session_ended: 403,
  other_company: 409,
  owners_only: 403,
  second_factor_required: 403,
  not_permitted: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  not_a_form: 415,
  rate_limited: 429,
  document_too_large: 409,
  proof_too_large: 409,
  failed: 500,
  clock_differs: 503,
  documents_unavailable: 503,
  evidence_off: 503,
  unavailable: 503,
  outcome_unknown: 503,
} as const

export type PageProblemCode = keyof typeof pageProblems

/** A request that is answered with a page saying why not. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem'
  readonly status: number

  constructor(
    readonly code: PageProblemCode,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code)
    this.status = pageProblems[code]
  }
}

/** Whatever went wrong, as a page says it. */
export function problemFromError(error: unknown): PageProblem {
  if (error instanceof PageProblem) return error
  if (error instanceof NotPermitted) return new PageProblem('not_permitted')
  if (error instanceof OutcomeUnknown) return new PageProblem('outcome_unknown')
  if (error instanceof ClockDiffers)
    return new PageProblem('clock_differs', { 'retry-after': String(Math.ceil(error.retryAfterMs / 1_000)) })
  if (error instanceof StoreUnavailable || isDatabaseAway(error))
    return new PageProblem('unavailable', { 'retry-after': '5' })
  if (error instanceof DocumentReadingUnavailable)
    return new PageProblem('unavailable', { 'retry-after': String(error.retryAfterSeconds) })
  if (error instanceof EvidenceOff) return new PageProblem('evidence_off')
  if (error instanceof DocumentTooLarge) return new PageProblem('document_too_large')
  if (error instanceof DocumentRenderingUnavailable)
    return new PageProblem('documents_unavailable', { 'retry-after': String(error.retryAfterSeconds) })
  if (error instanceof StorageUnavailable || error instanceof ObjectDamaged)
    return new PageProblem('documents_unavailable', { 'retry-after': '5' })
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
