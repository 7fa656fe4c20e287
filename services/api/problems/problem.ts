import { type Fault, type RefusalCode, refusals } from '@ecmr/domain'
import { type ProblemCode, problemCodes } from './problem-codes.js'

/** A request that is answered with an error. Thrown wherever it is found out; the error handler answers it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly title: string

  /**
   * @param code stable, for programs
   * @param detail one sentence about this very case, saying what to do
   */
  constructor(
    readonly code: ProblemCode | RefusalCode,
    readonly detail: string,
    readonly more: {
      readonly errors?: readonly Fault[]
      readonly allowed_transitions?: readonly string[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(detail)
    const known = describe(code)
    this.status = known.status
    this.title = known.title
  }
}

function describe(code: ProblemCode | RefusalCode): { readonly status: number; readonly title: string } {
  if (isProblemCode(code)) return problemCodes[code]
  const { http, title } = refusals[code]
  return { status: http, title }
}

function isProblemCode(code: ProblemCode | RefusalCode): code is ProblemCode {
  return code in problemCodes
}
