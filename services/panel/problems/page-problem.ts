/** Why a page is not shown: its HTTP status. `texts/problems.ts` has the words. */
export const pageProblems = {
  malformed: 400,
  form_expired: 403,
  session_ended: 403,
  owners_only: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  not_a_form: 415,
  rate_limited: 429,
  failed: 500,
  clock_differs: 503,
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
