import type { Transaction } from 'kysely'
import type { AccountsTables } from '../tables.js'
import type { User } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

/**
 * Reads a person and keeps others from changing anything of his until the transaction ends. Whatever touches several of a
 * person's rows begins with this, so that nobody waits for somebody who waits for him.
 */
export async function lockUser(tx: Transaction<AccountsTables>, id: string): Promise<User | undefined> {
  const row = await tx
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && userFromRow(row)
}
