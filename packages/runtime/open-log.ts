import { type Logger, pino } from 'pino'
import { errorToLog } from './error-to-log.js'

/** The log of a service: readable lines on a terminal, JSON elsewhere. */
export async function openLog(level: string, name: string): Promise<Logger> {
  const options = { level, name, serializers: { err: errorToLog } }
  if (!process.stdout.isTTY) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
