import type { Pool } from 'pg'
import { accountsDb, inTransaction } from '../db.js'
import { memberOf } from '../memberships/memberships.js'
import { lockUser } from '../users/users.js'
import { recordChoice } from './choose.js'
import { type NoticeKind, noticeKinds } from './kinds.js'
import type { Unsubscription } from './unsubscribe-tokens.js'

/** Which of the notices that a link is for the person still gets; `undefined`: the person has left the company. */
export async function noticesOf(
  pool: Pool,
  { user_id, company_id, kinds }: Unsubscription,
): Promise<readonly NoticeKind[] | undefined> {
  const user = await memberOf(accountsDb(pool), user_id, company_id)
  return user && kinds.filter((kind) => user.notices.includes(kind))
}

/**
 * Switches notices off by the link of a mail. What is off already stays so, and is not recorded again.
 *
 * @returns false: the person has left the company
 */
export function unsubscribe(pool: Pool, { user_id, company_id, kinds }: Unsubscription): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockUser(tx, user_id)
    const before = await memberOf(tx, user_id, company_id)
    if (before === undefined) return false
    const notices = noticeKinds.filter((kind) => before.notices.includes(kind) && !kinds.includes(kind))
    await recordChoice(tx, before, notices, { kind: 'user', id: user_id }, 'link')
    return true
  })
}
