import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { findLink } from '../links/open-links.js'
import type { AccountsTables } from '../tables.js'
import type { User } from '../users/user.js'
import { userColumns, userFromRow } from '../users/user-row.js'

/** Who may choose another password by this link; `undefined` when it is unknown, used or expired. */
export async function findReset(pool: Pool, token: string): Promise<User | undefined> {
  const db = kyselyOver<AccountsTables>(pool)
  const link = await findLink(db, 'reset', token)
  if (link?.user_id == null) return undefined
  const row = await db
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('id', '=', link.user_id)
    .executeTakeFirst()
  return row && userFromRow(row)
}
