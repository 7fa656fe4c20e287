import { sql, type Transaction } from 'kysely'
import type { AccountsTables } from '../tables.js'

/**
 * Ends the links by which a person could choose another password.
 *
 * @param askedFrom only those that were asked for from this place; absent: all
 */
export async function endResets(
  tx: Transaction<AccountsTables>,
  userId: string,
  askedFrom?: string,
): Promise<void> {
  await tx
    .updateTable('accounts.links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .$if(askedFrom !== undefined, (query) => query.where(sql`details ->> 'asked_from'`, '=', askedFrom))
    .execute()
}
