import { WrongConnectionString } from '@ecmr/event-store'
import { EmbeddedPostgresError } from '@ecmr/postgres'
import { ConfigError } from './config/config-error.js'

/** The service cannot start for a reason that its operator can do something about. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

const FOR_OPERATORS = [StartFault, ConfigError, EmbeddedPostgresError, WrongConnectionString]

/** The sentence that an operator should read, or undefined when an error is a fault of ours. */
export function sentenceFor(error: unknown): string | undefined {
  if (FOR_OPERATORS.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (error instanceof Error && 'code' in error) return systemSentence(error.code, error.message)
  return undefined
}

function systemSentence(code: unknown, message: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `A file or directory cannot be used: ${message}.`
    case 'ENOSPC':
      return `The disk is full: ${message}.`
    default:
      return undefined
  }
}
