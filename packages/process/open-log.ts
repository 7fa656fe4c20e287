import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** The log of a service: lines for a person on a terminal, JSON for everybody else. */
export function openLog(level: string, name: string): Logger {
  if (!process.stdout.isTTY) return pino({ level, name })
  return pino({ level, name }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
