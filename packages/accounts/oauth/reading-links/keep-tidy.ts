import { runHourly } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { pruneReadingLinks } from './reading-links.js'

const PAUSES = { soonMs: 5_000, everyMs: 60_000, afterFaultMs: 60_000 } as const

/**
 * Erases what links hold beyond their time, every minute; health counts what is late. Any number of processes may do this.
 */
export function keepReadingLinksTidy(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}): Promise<void> {
  const { pool, log, signal } = options
  const work = async (): Promise<void> => {
    const changed = await pruneReadingLinks(pool)
    if (changed > 0) log.info({ links: changed }, 'expired links for documents were erased')
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'expired links for documents cannot be erased; tried again')
  return runHourly(work, { signal, onFault, pauses: PAUSES })
}
