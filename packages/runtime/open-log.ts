import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { errorToLog } from './error-to-log.js'

/** The log of a service: readable lines on a terminal, JSON elsewhere. */
export function openLog(level: string, name: string): Logger {
  const options = { level, name, serializers: { err: errorToLog } }
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
