import { type ProblemCode, problemCodes } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'

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
    readonly code: ProblemCode,
    readonly detail: string,
    readonly more: {
      readonly errors?: readonly Fault[]
      readonly allowed_transitions?: readonly string[]
      readonly closable_from?: string | null
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(detail)
    const { status, title } = problemCodes[code]
    this.status = status
    this.title = title
  }
}
