import { sql, type Transaction } from 'kysely'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { User } from '../users/user.js'
import { userColumns, userFromRow } from '../users/user-row.js'
import { type LoginPlace, startSession } from './start-session.js'

/** Logs a person in, in the transaction that decides that he may be, and notes that he was here. */
export async function beginSession(
  tx: Transaction<AccountsTables>,
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
    actor: { kind: 'user', id: userId, name: row.name },
  })
  return { token, user: userFromRow(row) }
}
