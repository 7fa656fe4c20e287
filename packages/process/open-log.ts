import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** The log: lines for a person on a terminal, JSON for everybody else. */
export function openLog(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level })
  return pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
