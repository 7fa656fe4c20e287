import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { changedFields } from '../audit/changed-fields.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import { lockUser } from './lock-user.js'
import type { User } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

/** Changes what a person says about himself. */
export function changeProfile(
  pool: Pool,
  user: Pick<User, 'id'>,
  changes: Partial<Pick<User, 'name' | 'language'>>,
  actor: AuditActor,
): Promise<User> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const before = await lockUser(tx, user.id)
      if (before === undefined) throw new Error(`There is no user ${user.id}.`)
      const changed = changedFields({ ...before }, changes, [])
      if (changed === undefined) return before
      const after = await tx
        .updateTable('accounts.users')
        .set(changes)
        .where('id', '=', user.id)
        .returning(userColumns)
        .executeTakeFirstOrThrow()
      const data = { user_id: user.id, ...changed }
      await recordAudit(tx, { company_id: before.company_id, type: 'UserChanged', data, actor })
      return userFromRow(after)
    })
}
