import { ClockDiffers, LogIsElsewhere, StoreUnavailable } from '@ecmr/event-store'
import { ConfigError } from '@ecmr/runtime'

/** The command could not be carried out; the message is the sentence that the operator reads. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'

  /** @param exitCode of the process */
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

const UNDEFINED_TABLE = '42P01'
const INVALID_SCHEMA_NAME = '3F000'

/** What the operator reads about an error: one sentence or a list of faults, never a stack trace. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = errorCode(error)
  if (code === UNDEFINED_TABLE || code === INVALID_SCHEMA_NAME) {
    return 'The database does not have the tables of this version yet. Run "ecmr store migrate" first.'
  }
  if (error instanceof ConfigError || error instanceof CommandFailed) return error.message
  if (error instanceof LogIsElsewhere) return `Nothing was done: ${error.message}.`
  if (error instanceof ClockDiffers) return error.message
  if (error instanceof StoreUnavailable) return `The event log cannot be reached: ${error.message}`
  return error.message || error.name
}

/** The code that Node and PostgreSQL put on their errors. */
export function errorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
