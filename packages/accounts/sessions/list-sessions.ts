import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import { isAlive } from './is-alive.js'
import type { Session } from './session.js'

/** Where a person is logged in, whichever he used last first. */
export async function listSessions(pool: Pool, userId: string): Promise<readonly Session[]> {
  const rows = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.sessions')
    .select(['id', 'user_id', 'address', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where(isAlive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}
