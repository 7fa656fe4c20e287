import { kyselyOver } from '@ecmr/postgres'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import type { User } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

/** The person with this address, in any letter case. */
export function findUser(pool: Pool, email: string): Promise<User | undefined> {
  return userWith(kyselyOver<AccountsTables>(pool), email)
}

/** Likewise, within a transaction. */
export async function userWith(db: Kysely<AccountsTables>, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('accounts.users')
    .select(userColumns)
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()})`)
    .executeTakeFirst()
  return row && userFromRow(row)
}
