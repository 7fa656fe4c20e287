import { type Pauses, runHourly } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { FORGOTTEN_AFTER_SECONDS } from '../logins/counted.js'
import { ROTATION_GRACE_MS } from '../oauth/tokens/issue-tokens.js'
import { IDLE_MS } from '../sessions/sessions.js'

const deleteFrom =
  (pool: Pool) =>
  async (text: string, values: number[] = []): Promise<number> =>
    (await pool.query(text, values)).rowCount ?? 0

interface PrunedOauth {
  readonly oauth_requests: number
  readonly oauth_tokens: number
  readonly oauth_grants: number
  readonly oauth_clients: number
}

/**
 * Deletes what has ended by itself: unanswered requests, tokens, grants, and unused clients. Of a grant that
 * is alive, codes and refresh tokens that were used stay, since only thus their second use is noticed; what their successors are
 * derived with is erased.
 */
async function pruneOauth(pool: Pool): Promise<PrunedOauth> {
  await pool.query(
    `update oauth.refresh_tokens set successor_salt = null
     where successor_salt is not null and used_at <= now() - make_interval(secs => $1)`,
    [ROTATION_GRACE_MS / 1_000],
  )
  const deleted = deleteFrom(pool)
  return {
    oauth_requests: await deleted('delete from oauth.requests where expires_at <= now()'),
    oauth_tokens:
      (await deleted('delete from oauth.access_tokens where expires_at <= now()')) +
      (await deleted(ofGrantsPast('access_tokens', '1 day'))) +
      (await deleted(ofGrantsPast('refresh_tokens', '1 day'))) +
      (await deleted(ofGrantsPast('codes', '1 day'))),
    oauth_grants: await deleted(`delete from oauth.grants as g where ${isPast('7 days')}`),
    // Who is looking at the question about a client may still say yes.
    oauth_clients: await deleted(
      `delete from oauth.clients as c where c.created_at < now() - interval '1 day'
         and not exists (select from oauth.grants as g where g.client_id = c.id)
         and not exists (select from oauth.requests as r where r.client_id = c.id)`,
    ),
  }
}

function ofGrantsPast(table: 'access_tokens' | 'refresh_tokens' | 'codes', ago: string): string {
  return `delete from oauth.${table} as t using oauth.grants as g where g.id = t.grant_id and ${isPast(ago)}`
}

/** By when a grant `g` had ended or expired, whichever came first. */
function isPast(ago: string): string {
  return `least(g.ended_at, g.expires_at) < now() - interval '${ago}'`
}

interface PrunedAccounts extends PrunedOauth {
  readonly sessions: number
  readonly links: number
  readonly pending_logins: number
  readonly failed_logins: number
  readonly accounts: number
}

/** So long an account stays whose person acts for no company: after that only a new one lets them in. */
const ABANDONED_FOR = '30 days'

/**
 * Deletes what has ended by itself: sessions, links, logins that waited, failures that count no more, accounts without a company, and what `pruneOauth`
 * says.
 */
export async function pruneAccounts(pool: Pool): Promise<PrunedAccounts> {
  const deleted = deleteFrom(pool)
  return {
    sessions: await deleted(
      `delete from accounts.sessions
       where expires_at <= now() or last_seen_at <= now() - make_interval(secs => $1)`,
      [IDLE_MS / 1_000],
    ),
    // Those that were followed, or ended by a newer one, count among the links of an hour until they expire.
    links: await deleted('delete from accounts.links where expires_at <= now()'),
    pending_logins: await deleted('delete from accounts.pending_logins where expires_at <= now()'),
    failed_logins: await deleted(
      `delete from accounts.failed_logins
       where last_at < now() - make_interval(secs => $1) and (blocked_until is null or blocked_until <= now())`,
      [FORGOTTEN_AFTER_SECONDS],
    ),
    accounts: await deleted(
      `delete from accounts.users as u where u.left_at < now() - interval '${ABANDONED_FOR}'
         and not exists (select from accounts.memberships as m where m.user_id = u.id)`,
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
      log.info({ deleted: pruned }, 'ended sessions, links and tokens were deleted')
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'ended sessions, links and tokens cannot be deleted; tried again')
  return runHourly(work, { ...options, onFault })
}
