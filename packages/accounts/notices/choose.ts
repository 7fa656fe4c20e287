import { changesSince } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { inTransaction } from '../db.js'
import type { User } from '../users/user.js'
import { lockUser } from '../users/users.js'
import type { NoticeKind } from './kinds.js'

/** Changes which notices a person wants by mail: those of what happens from now on. */
export async function chooseNotices(
  pool: Pool,
  { id }: Pick<User, 'id'>,
  notices: readonly NoticeKind[],
  actor: AuditActor,
): Promise<void> {
  const { reached } = await changesSince(pool, new Map())
  await inTransaction(pool, async (tx) => {
    const before = await lockUser(tx, id)
    if (before === undefined) throw new Error(`There is no user ${id}.`)
    if (before.notices.join() === notices.join()) return
    await tx
      .updateTable('accounts.users')
      .set({ notices: [...notices] })
      .where('id', '=', id)
      .execute()
    if (notices.length > 0)
      await tx
        .insertInto('accounts.notice_companies')
        .values({ company_id: before.company_id, position: reached })
        .onConflict((clash) => clash.doNothing())
        .execute()
    const data = { user_id: id, fields: ['notices'], changes: {} }
    await recordAudit(tx, { company_id: before.company_id, type: 'UserChanged', data, actor })
  })
}
