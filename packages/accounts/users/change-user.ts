import { accountOf, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import { type AuditActor, changedFields, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { inTransaction } from '../db.js'
import { memberOf, recordForPerson } from '../memberships/memberships.js'
import { endGrantsOfPerson } from '../oauth/grants/end-grant.js'
import type { Person, User, UserRole } from './user.js'
import { lockUser } from './users.js'

/** Changes a person's own profile, which is the same in each of their companies. */
export function changeProfile(
  pool: Pool,
  user: Pick<User, 'id'>,
  changes: Partial<Pick<User, 'name' | 'language'>>,
  actor: AuditActor,
): Promise<Person> {
  return inTransaction(pool, async (tx) => {
    const before = await lockUser(tx, user.id)
    if (before === undefined) throw new Error(`There is no user ${user.id}.`)
    const changed = changedFields({ ...before }, changes, [])
    if (changed === undefined) return before
    await tx.updateTable('accounts.users').set(changes).where('id', '=', user.id).execute()
    const data = { user_id: user.id, ...changed }
    await recordForPerson(tx, user.id, { type: 'UserChanged', data, actor })
    return { ...before, ...changes }
  })
}

/** A person of a company, and whether the company would have no owner without this one. */
interface Member {
  readonly user: User
  readonly isLastOwner: boolean
}

/**
 * Reads a person whose role is to end. One at a time in each company: two owners who remove each other at the same moment
 * would otherwise both see one who stays.
 */
async function lockMember(tx: Tx, company: CompanyId, userId: string): Promise<Member | undefined> {
  if (!validate(userId)) return undefined
  await tx
    .selectFrom('accounts.companies')
    .select('id')
    .where('id', '=', company)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await lockUser(tx, userId)
  const user = await memberOf(tx, userId, company)
  if (user === undefined) return undefined
  const otherOwner = await tx
    .selectFrom('accounts.memberships')
    .select('user_id')
    .where('company_id', '=', company)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .limit(1)
    .executeTakeFirst()
  return { user, isLastOwner: user.role === 'owner' && otherOwner === undefined }
}

/** `last_owner`: rejected, since the company would have no owner. */
export type PersonChanged = 'done' | 'not_found' | 'last_owner'

/** Gives a person another role in the company. It counts from the next request on. */
export function changeRole(
  pool: Pool,
  acting: CompanyId,
  userId: string,
  role: UserRole,
  actor: AuditActor,
): Promise<PersonChanged> {
  const company = accountOf(acting)
  return inTransaction(pool, async (tx) => {
    const member = await lockMember(tx, company, userId)
    if (member === undefined) return 'not_found'
    const changed = changedFields({ role: member.user.role }, { role }, ['role'])
    if (changed === undefined) return 'done'
    if (member.isLastOwner) return 'last_owner'
    await tx
      .updateTable('accounts.memberships')
      .set({ role })
      .where('user_id', '=', userId)
      .where('company_id', '=', company)
      .execute()
    const data = { user_id: userId, ...changed }
    await recordAudit(tx, { company_id: company, type: 'UserChanged', data, actor })
    return 'done'
  })
}

/**
 * Ends a person's membership, with the sessions that act for the company, saved views, notices and the access of the assistants connected to it: all
 * that ends at once. Past actions stay in the log. The account stays: the person may act for other companies. One
 * without any cannot log in, and is deleted after a month (see `pruneAccounts`).
 */
export function removeUser(
  pool: Pool,
  acting: CompanyId,
  userId: string,
  actor: AuditActor,
): Promise<PersonChanged> {
  const company = accountOf(acting)
  return inTransaction(pool, async (tx) => {
    const member = await lockMember(tx, company, userId)
    if (member === undefined) return 'not_found'
    if (member.isLastOwner) return 'last_owner'
    await endGrantsOfPerson(tx, userId, 'person_removed', actor, company)
    await deleteMembership(tx, userId, company)
    const data = { user_id: userId, role: member.user.role }
    await recordAudit(tx, { company_id: company, type: 'UserRemoved', data, actor })
    return 'done'
  })
}

async function deleteMembership(tx: Tx, userId: string, company: CompanyId): Promise<void> {
  await tx
    .deleteFrom('accounts.memberships')
    .where('user_id', '=', userId)
    .where('company_id', '=', company)
    .execute()
  const left = await tx
    .updateTable('accounts.users as u')
    .set({ left_at: sql`now()` })
    .where('u.id', '=', userId)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('accounts.memberships as m').whereRef('m.user_id', '=', 'u.id')),
      ),
    )
    .returning('u.id')
    .executeTakeFirst()
  if (!left) return
  // Sessions of a process of the former version act for no company in particular.
  await tx.deleteFrom('accounts.sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('accounts.links').where('user_id', '=', userId).execute()
}
