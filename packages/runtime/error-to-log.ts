import { stdSerializers } from 'pino'

/**
 * An error as the log shows it. PostgreSQL repeats whole rows in the details of its errors, and what it was just
 * reading in their context: that is customers' data, which no log is for.
 */
export function errorToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail, where, ...shown } = stdSerializers.err(error)
  return shown
}
