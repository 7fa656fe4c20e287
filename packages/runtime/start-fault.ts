import { ConfigError } from './config/config-error.js'

/** The service cannot start for a reason that its operator can fix; the message says how. */
export class StartFault extends Error {
  override readonly name: string = 'StartFault'
}

/** The sentence that an operator should read, or undefined when an error is a bug in our code. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof StartFault || error instanceof ConfigError) return error.message
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
