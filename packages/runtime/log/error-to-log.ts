import { stdSerializers } from 'pino'

/**
 * An error as the log shows it. PostgreSQL repeats whole rows in the details of its errors, what it was just reading in their
 * context, and a value that it cannot read in the message; JSON that cannot be parsed is repeated as well. That is customers'
 * data, which no log is for.
 */
export function errorToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail, where, ...shown } = stdSerializers.err(error)
  if (!repeatsValues(error)) return shown
  return { ...shown, message: withoutQuoted(shown.message), stack: withoutQuoted(shown.stack) }
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html: class 22 is data exceptions.
function repeatsValues(error: Error): boolean {
  if (error instanceof SyntaxError) return true
  return 'code' in error && typeof error.code === 'string' && /^22...$/.test(error.code)
}

/** The message begins the stack, too. PostgreSQL quotes as its language does. */
function withoutQuoted(text: string): string {
  const end = text.search(/\n +at /)
  const message = end === -1 ? text : text.slice(0, end)
  const shown = message.replace(/["«“„][\s\S]*["»”]/, '"…"').replace(/'[\s\S]*'/, "'…'")
  return shown + text.slice(message.length)
}
