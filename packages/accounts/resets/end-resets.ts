import { sql, type Transaction } from 'kysely'
import type { AccountsTables } from '../tables.js'

/** Ends the links by which a person could choose another password. */
export async function endResets(tx: Transaction<AccountsTables>, userId: string): Promise<void> {
  await tx
    .updateTable('accounts.links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .execute()
}
