import { changesSince } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { inTransaction, type Tx } from '../db.js'
import type { User } from '../users/user.js'
import { memberOf } from '../memberships/memberships.js'
import { lockUser } from '../users/users.js'
import type { NoticeKind } from './kinds.js'

/** Changes which notices about a company a person wants by mail: those of what happens from now on. */
export async function chooseNotices(
  pool: Pool,
  { id, company_id }: Pick<User, 'id' | 'company_id'>,
  notices: readonly NoticeKind[],
  actor: AuditActor,
): Promise<void> {
  const { reached } = await changesSince(pool, new Map())
  await inTransaction(pool, async (tx) => {
    await lockUser(tx, id)
    const before = await memberOf(tx, id, company_id)
    if (before === undefined) throw new Error(`There is no user ${id} of ${company_id}.`)
    const hasChanged = await recordChoice(tx, before, notices, actor)
    if (!hasChanged || notices.length === 0) return
    await tx
      .insertInto('accounts.notice_companies')
      .values({ company_id, position: reached })
      .onConflict((clash) => clash.doNothing())
      .execute()
  })
}

/**
 * Writes what a person wants, and into the audit trail what that was before; nothing when it is the same.
 *
 * @param before the person, locked
 * @param by how, unless in the account
 * @returns whether it was something else before
 */
export async function recordChoice(
  tx: Tx,
  before: Pick<User, 'id' | 'company_id' | 'notices'>,
  notices: readonly NoticeKind[],
  actor: AuditActor,
  by?: 'link',
): Promise<boolean> {
  if (before.notices.join() === notices.join()) return false
  await tx
    .updateTable('accounts.memberships')
    .set({ notices: [...notices] })
    .where('user_id', '=', before.id)
    .where('company_id', '=', before.company_id)
    .execute()
  const changes = { notices: { old: [...before.notices], new: [...notices] } }
  const data = { user_id: before.id, ...(by && { by }), fields: ['notices'], changes }
  await recordAudit(tx, { company_id: before.company_id, type: 'UserChanged', data, actor })
  return true
}
