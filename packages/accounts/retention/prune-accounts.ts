import { type Pauses, runHourly } from '@ecmr/runtime'
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

/** Deletes what has ended by itself every hour (see `pruneAccounts`, `runHourly`). Any number of processes may do this. */
export function keepAccountsTidy(options: {
  readonly pool: Pool
  readonly signal: AbortSignal
  /** a pino logger fits */
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly pauses?: Pauses
}): Promise<void> {
  const { pool, log } = options
  const work = async (): Promise<void> => {
    const pruned = await pruneAccounts(pool)
    if (Object.values(pruned).some((count) => count > 0))
      log.info(pruned, 'ended sessions, links and tokens were deleted')
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'ended sessions, links and tokens cannot be deleted; tried again')
  return runHourly(work, { ...options, onFault })
}
