import type { Pool } from 'pg'
import { ROTATION_GRACE_MS } from '../tokens/issue-tokens.js'

/** How many rows were deleted. */
export interface PrunedOauth {
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
export async function pruneOauth(pool: Pool): Promise<PrunedOauth> {
  await pool.query(
    `update oauth.refresh_tokens set successor_salt = null
     where successor_salt is not null and used_at <= now() - make_interval(secs => $1)`,
    [ROTATION_GRACE_MS / 1_000],
  )
  const deleted = async (text: string): Promise<number> => (await pool.query(text)).rowCount ?? 0
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
