import { actingFor } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { companyFromRow } from '../companies/company-row.js'
import type { AccountsTables } from '../tables.js'
import { hashToken, isToken } from '../tokens.js'
import { userColumns, userFromRow } from '../users/user-row.js'
import { isAlive } from './is-alive.js'
import type { SignedIn } from './session.js'

const SEEN_EVERY_MS = 60_000

/**
 * Who is logged in by a cookie's token. `undefined` for one that is malformed, unknown, ended, expired, or has not been
 * used for a week. Using it lets it live on.
 */
export async function findSession(pool: Pool, token: string): Promise<SignedIn | undefined> {
  if (!isToken(token)) return undefined
  const db = kyselyOver<AccountsTables>(pool)
  const session = await db
    .selectFrom('accounts.sessions')
    .select(['id', 'user_id', 'last_seen_at'])
    .where('token_hash', '=', hashToken(token))
    .where(isAlive)
    .executeTakeFirst()
  if (session === undefined) return undefined
  const [user] = await db
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('id', '=', session.user_id)
    .execute()
  if (user === undefined) return undefined
  const company = await db
    .selectFrom('accounts.companies')
    .selectAll()
    .where('id', '=', user.company_id)
    .executeTakeFirstOrThrow()
  if (Date.now() - session.last_seen_at.getTime() > SEEN_EVERY_MS) await seen(pool, session.id)
  return {
    sessionId: session.id,
    user: userFromRow(user),
    company: { ...companyFromRow(company), id: actingFor(company.id) },
  }
}

async function seen(pool: Pool, id: string): Promise<void> {
  await pool.query('update accounts.sessions set last_seen_at = now() where id = $1', [id])
}
