import type { Fault, Problem } from './generated/types.js'

/** The codes that this version knows; a newer service may answer others. */
export type ProblemCode = Problem['code'] | (string & {})

/** Whatever a call fails with, but for the reason of a signal. */
export abstract class EcmrError extends Error {}

/**
 * The service refused the request, and says why (RFC 9457).
 *
 * @example
 * catch (error) {
 *   if (error instanceof EcmrProblem && error.code === 'invalid_request') console.error(error.errors)
 *   else throw error
 * }
 */
export class EcmrProblem extends EcmrError {
  override readonly name = 'EcmrProblem'
  readonly code: ProblemCode
  readonly status: number
  /** the kind of problem in words */
  readonly title: string
  /** what happened this time, and what to do */
  readonly detail: string
  /** address of the page about the code */
  readonly type: string
  /** all faults of the request at once */
  readonly errors: readonly Fault[]
  /** quote it when asking for help */
  readonly requestId: string

  constructor(
    /** as it was answered, with the members that only some codes have */
    readonly problem: Problem,
    /** after how many milliseconds repeating it makes sense; absent where it makes none */
    readonly retryAfterMs: number | undefined,
    readonly headers: Headers,
  ) {
    super(`${problem.title}: ${problem.detail} (${problem.code})`)
    this.code = problem.code
    this.status = problem.status
    this.title = problem.title
    this.detail = problem.detail
    this.type = problem.type
    this.errors = problem.errors ?? []
    this.requestId = problem.request_id
  }
}

/** Something answered that is not the service: a proxy, or what else is at the address. */
export class EcmrHttpError extends EcmrError {
  override readonly name = 'EcmrHttpError'

  /** @param start of the body */
  constructor(
    readonly status: number,
    readonly start: string,
  ) {
    super(`an answer ${status} that is not of the service: ${start.slice(0, 200)}`)
  }
}

/** No answer came, or it broke off. What was sent may have been done: repeat it with the same idempotency key. */
export class EcmrConnectionError extends EcmrError {
  override readonly name = 'EcmrConnectionError'

  constructor(
    readonly isTimeout: boolean,
    /** under which the command can be repeated; absent for reads */
    readonly idempotencyKey: string | undefined,
    cause: unknown,
  ) {
    super(isTimeout ? 'no answer came in time' : 'the service was not reached, or the connection broke', {
      cause,
    })
  }
}
