import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pruneAccounts } from './prune-accounts.js'

const SECOND = 1_000
const SOON_MS = 30 * SECOND
const EVERY_MS = 60 * 60 * SECOND
const AFTER_FAULT_MS = 5 * 60 * SECOND

/** How long it waits, milliseconds: before the first time, and between two. */
interface Pauses {
  readonly soonMs: number
  readonly everyMs: number
  readonly afterFaultMs: number
}

/**
 * Deletes what has ended by itself soon after the start and then every hour, until the signal aborts (see
 * `pruneAccounts`). Never rejects: what goes wrong is logged and tried again. Any number of processes may do this.
 */
export async function keepAccountsTidy(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly pauses?: Pauses
}): Promise<void> {
  const { pool, signal, log } = options
  const pauses = options.pauses ?? { soonMs: SOON_MS, everyMs: EVERY_MS, afterFaultMs: AFTER_FAULT_MS }
  let pauseMs = pauses.soonMs
  while (await slept(pauseMs, signal)) {
    try {
      const pruned = await pruneAccounts(pool)
      if (Object.values(pruned).some((count) => count > 0))
        log.info(pruned, 'ended sessions, links and tokens were deleted')
      pauseMs = pauses.everyMs
    } catch (error) {
      if (!signal.aborted)
        log.error({ err: error }, 'ended sessions, links and tokens cannot be deleted; tried again')
      pauseMs = pauses.afterFaultMs
    }
  }
}

/** False when the signal has aborted. */
async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}
