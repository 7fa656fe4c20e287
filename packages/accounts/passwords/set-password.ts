import type { Transaction } from 'kysely'
import { endResets } from '../resets/end-resets.js'
import type { AccountsTables } from '../tables.js'

/** Replaces a password. Whatever the former one has opened is closed: links, and sessions except one that may stay. */
export async function setPassword(
  tx: Transaction<AccountsTables>,
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
  await tx
    .deleteFrom('accounts.sessions')
    .where('user_id', '=', userId)
    .$if(keepSessionId !== undefined, (query) => query.where('id', '<>', String(keepSessionId)))
    .execute()
}
