import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { FORGOTTEN_AFTER_SECONDS } from '../logins/counted.js'
import { type PrunedOauth, pruneOauth } from '../oauth/retention/prune-oauth.js'
import { IDLE_MS } from '../sessions/sessions.js'

/** How many rows were deleted. */
interface PrunedAccounts extends PrunedOauth {
  readonly sessions: number
  readonly links: number
  readonly failed_logins: number
}

/** Deletes what has ended by itself: sessions, links, failures that count no more, and what `pruneOauth` says. */
export async function pruneAccounts(pool: Pool): Promise<PrunedAccounts> {
  const deleted = async (text: string, values: readonly number[] = []): Promise<number> =>
    (await pool.query(text, [...values])).rowCount ?? 0
  return {
    sessions: await deleted(
      `delete from accounts.sessions
       where expires_at <= now() or last_seen_at <= now() - make_interval(secs => $1)`,
      [IDLE_MS / 1_000],
    ),
    // Those that were followed, or ended by a newer one, count among the links of an hour until they expire.
    links: await deleted('delete from accounts.links where expires_at <= now()'),
    failed_logins: await deleted(
      `delete from accounts.failed_logins
       where last_at < now() - make_interval(secs => $1) and (blocked_until is null or blocked_until <= now())`,
      [FORGOTTEN_AFTER_SECONDS],
    ),
    ...(await pruneOauth(pool)),
  }
}

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
  while (await sleep(pauseMs, signal)) {
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
