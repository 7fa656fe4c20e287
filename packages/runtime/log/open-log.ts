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

/** The trace of the request that a line is about. */
function traceOfLine(line: object): { readonly trace_id?: string } {
  const tracer = currentTracer()
  if (tracer === undefined || !('request_id' in line) || typeof line.request_id !== 'string') return {}
  const request = tracer.ofRequest(line.request_id)
  return request === undefined ? {} : { trace_id: request.traceId }
}

interface LogOptions {
  readonly level: LogLevel
  readonly format: LogFormat
  readonly name: string
}
