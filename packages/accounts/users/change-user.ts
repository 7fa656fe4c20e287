import { accountOf, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, changedFields, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grant.js'
import type { User, UserRole } from './user.js'
import { lockUser, userColumns, userFromRow } from './users.js'

/** Changes a person's own profile. */
export function changeProfile(
  pool: Pool,
  user: Pick<User, 'id'>,
  changes: Partial<Pick<User, 'name' | 'language'>>,
  actor: AuditActor,
): Promise<User> {
  return inTransaction(pool, async (tx) => {
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

/** A person of a company, and whether the company would have no owner without this one. */
export interface Person {
  readonly user: User
  readonly isLastOwner: boolean
}

/**
 * Reads a person whose role is to end. One at a time in each company: two owners who remove each other at the same moment
 * would otherwise both see one who stays.
 */
async function lockPerson(tx: Tx, company: CompanyId, userId: string): Promise<Person | undefined> {
  if (!validate(userId)) return undefined
  await tx
    .selectFrom('accounts.companies')
    .select('id')
    .where('id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const user = await lockUser(tx, userId)
  if (user?.company_id !== company) return undefined
  const otherOwner = await tx
    .selectFrom('accounts.users')
    .select('id')
    .where('company_id', '=', company)
    .where('role', '=', 'owner')
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return { user, isLastOwner: user.role === 'owner' && otherOwner === undefined }
}

/** `last_owner`: rejected, since the company would have no owner. */
export type PersonChanged = 'done' | 'not_found' | 'last_owner'

/** Gives a person of the company another role. It counts from the next request on. */
export function changeRole(
  pool: Pool,
  acting: CompanyId,
  userId: string,
  role: UserRole,
  actor: AuditActor,
): Promise<PersonChanged> {
  const company = accountOf(acting)
  return inTransaction(pool, async (tx) => {
    const person = await lockPerson(tx, company, userId)
    if (person === undefined) return 'not_found'
    const changed = changedFields({ role: person.user.role }, { role }, ['role'])
    if (changed === undefined) return 'done'
    if (person.isLastOwner) return 'last_owner'
    await tx.updateTable('accounts.users').set({ role }).where('id', '=', userId).execute()
    const data = { user_id: userId, ...changed }
    await recordAudit(tx, { company_id: company, type: 'UserChanged', data, actor })
    return 'done'
  })
}

/**
 * Deletes a person, with sessions, links and the access of connected assistants: all that ends at once. Past actions stay
 * in the log.
 */
export function removeUser(
  pool: Pool,
  acting: CompanyId,
  userId: string,
  actor: AuditActor,
): Promise<PersonChanged> {
  const company = accountOf(acting)
  return inTransaction(pool, async (tx) => {
    const person = await lockPerson(tx, company, userId)
    if (person === undefined) return 'not_found'
    if (person.isLastOwner) return 'last_owner'
    // The rows go with the person's; this tells the audit trail.
    await endGrantsOfPerson(tx, userId, 'person_removed', actor)
    await tx.deleteFrom('accounts.users').where('id', '=', userId).execute()
    const data = { user_id: userId, role: person.user.role }
    await recordAudit(tx, { company_id: company, type: 'UserRemoved', data, actor })
    return 'done'
  })
}
