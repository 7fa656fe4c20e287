import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { newToken } from '../tokens.js'
import type { User } from '../users/user.js'
import { userColumns, userFromRow } from '../users/users.js'
import { LONGEST_SESSION_MS } from './sessions.js'

const LONGEST_AGENT = 300

/** Where a login comes from. */
export interface LoginPlace {
  readonly address: string
  readonly userAgent: string
}

/** Begins a session, in the transaction that decides that it may begin. The token goes into the cookie and nowhere else. */
async function startSession(
  tx: Tx,
  userId: string,
  { address, userAgent }: LoginPlace,
): Promise<{ readonly token: string }> {
  const { token, hash } = newToken()
  await tx
    .insertInto('accounts.sessions')
    .values({
      id: uuidv4(),
      token_hash: hash,
      user_id: userId,
      address,
      user_agent: userAgent.slice(0, LONGEST_AGENT),
      expires_at: new Date(Date.now() + LONGEST_SESSION_MS),
    })
    .execute()
  return { token }
}

/** Logs a person in, in the transaction that permits it, and records the time. */
export async function beginSession(
  tx: Tx,
  userId: string,
  { place, by }: { readonly place: LoginPlace; readonly by: 'password' | 'link' },
): Promise<{ readonly token: string; readonly user: User }> {
  const row = await tx
    .updateTable('accounts.users')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  const { token } = await startSession(tx, userId, place)
  await recordAudit(tx, {
    company_id: row.company_id,
    type: 'UserLoggedIn',
    data: { user_id: userId, by },
    actor: { kind: 'user', id: userId },
  })
  return { token, user: userFromRow(row) }
}

/** Begins a session for a person identified in another way, such as by a link. */
export function logInAs(pool: Pool, userId: string, place: LoginPlace): Promise<{ readonly token: string }> {
  return inTransaction(pool, async (tx) => {
    const { token } = await beginSession(tx, userId, { place, by: 'link' })
    return { token }
  })
}
