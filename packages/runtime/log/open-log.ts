import { type LoggerOptions, type Logger, pino } from 'pino'
import type { LogFormat, LogLevel } from '../config/config.js'
import { currentTracer } from '../tracing/tracing.js'
import { errorToLog } from './error-to-log.js'
import { knownFields } from './known-fields.js'

/**
 * The log of a service, to the standard output. Its lines have the fields of `LOG_FIELDS` and no others.
 *
 * @param options.format `json`: a line of JSON each; `pretty`: for people; `auto`: pretty at a terminal and JSON elsewhere
 * @param options.name of the service, in every line
 */
export async function openLog({ level, format, name }: LogOptions): Promise<Logger> {
  const options: LoggerOptions = {
    level,
    name,
    serializers: { err: errorToLog },
    formatters: { log: knownFields },
    mixin: traceOfLine,
  }
  const isTerminal = process.stdout.isTTY === true
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  const look = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true, colorize: isTerminal }
  return pino(options, pretty(look))
}

/** By this the lines of a request are found, and its trace. */
function traceOfLine(): { readonly trace_id?: string } {
  const part = currentTracer()?.current()
  return part === undefined ? {} : { trace_id: part.traceId }
}

interface LogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  readonly name: string
}
