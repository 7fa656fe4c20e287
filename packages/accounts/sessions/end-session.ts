import type { Pool } from 'pg'
import { hashToken, isToken } from '../tokens.js'

/** Ends the session of a cookie's token; whoever still has the cookie is logged out. */
export async function endSession(pool: Pool, token: string): Promise<void> {
  if (isToken(token))
    await pool.query('delete from accounts.sessions where token_hash = $1', [hashToken(token)])
}
