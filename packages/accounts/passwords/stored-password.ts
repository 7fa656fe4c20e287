import type { Pool } from 'pg'
import type { Tx } from '../db.js'
import { accountsDb } from '../db.js'
import { endResets } from '../links/links.js'
import { endOthers } from '../second-factor/second-factor.js'

const NO_USER = '00000000-0000-0000-0000-000000000000'

/** What is stored of a person's password; null when there is none, or no such person. */
export async function passwordOf(pool: Pool, userId: string = NO_USER): Promise<string | null> {
  const row = await accountsDb(pool)
    .selectFrom('accounts.users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/**
 * Keeps others from changing anything of a person's, provided that the password is still the one that was just verified:
 * what a reset has ended meanwhile must not begin again.
 */
export async function lockPassword(tx: Tx, userId: string, verified: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts.users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined && row.password_hash === verified
}

/** Replaces a password. Whatever the former one has opened is closed: links, logins that wait, and sessions except one that may stay. */
export async function setPassword(
  tx: Tx,
  userId: string,
  hash: string,
  keepSessionId?: string,
): Promise<void> {
  await tx
    .updateTable('accounts.users')
    .set({ password_hash: hash, password_changed_at: new Date() })
    .where('id', '=', userId)
    .execute()
  await endResets(tx, userId)
  await endOthers(tx, userId, keepSessionId)
}
