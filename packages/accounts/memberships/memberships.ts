import { accountOf } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import { accountsDb, type Db, inTransaction, type Tx } from '../db.js'
import type { Person, User, UserRole } from '../users/user.js'
import { lockUser, selectUsers, userFromRow } from '../users/users.js'
import { insertMembership } from './insert-membership.js'
import { type Membership, MOST_MEMBERSHIPS } from './membership.js'

/** The companies for which a person can act, by name. */
export async function listMemberships(pool: Pool, userId: string): Promise<readonly Membership[]> {
  return membershipsOf(accountsDb(pool), userId)
}

/** Likewise, within a transaction. */
export async function membershipsOf(db: Db, userId: string): Promise<readonly Membership[]> {
  return db
    .selectFrom('accounts.memberships as m')
    .innerJoin('accounts.companies as c', 'c.id', 'm.company_id')
    .select(['m.company_id', 'c.name as company_name', 'c.plan', 'c.requires_second_factor', 'm.role'])
    .where('m.user_id', '=', userId)
    .orderBy(sql`lower(c.name)`)
    .orderBy('m.company_id')
    .limit(MOST_MEMBERSHIPS)
    .execute()
}

/** What a person is in a company; `undefined`: they do not act for it. */
export async function memberOf(db: Db, userId: string, company: string): Promise<User | undefined> {
  const row = await selectUsers(db)
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', accountOf(company))
    .executeTakeFirst()
  return row && userFromRow(row)
}

/** What a person is in the company that they used last; `undefined`: they act for none. */
export async function lastUsedMembership(db: Db, userId: string): Promise<User | undefined> {
  const row = await selectUsers(db)
    .where('m.user_id', '=', userId)
    .orderBy('m.last_used_at', (order) => order.desc().nullsLast())
    .orderBy('m.since')
    .orderBy('m.company_id')
    .limit(1)
    .executeTakeFirst()
  return row && userFromRow(row)
}

export type MembershipAdded =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'already_member' | 'too_many' }

/** Lets a person who has an account act for one more company. */
export function addMembership(
  pool: Pool,
  person: Pick<Person, 'id'>,
  membership: { readonly company_id: string; readonly role: UserRole },
  actor: AuditActor,
): Promise<MembershipAdded> {
  return inTransaction(pool, (tx) => joinCompany(tx, person, membership, actor))
}

/** Likewise, in the transaction that permits it. One at a time for each person, lest many at once all find room for themselves. */
export async function joinCompany(
  tx: Tx,
  { id }: Pick<Person, 'id'>,
  membership: { readonly company_id: string; readonly role: UserRole },
  actor?: AuditActor,
): Promise<MembershipAdded> {
  const person = await lockUser(tx, id)
  if (person === undefined) throw new Error(`There is no user ${id}.`)
  if (await memberOf(tx, id, membership.company_id)) return { ok: false, reason: 'already_member' }
  if (!(await hasRoom(tx, id, membership.company_id))) return { ok: false, reason: 'too_many' }
  return { ok: true, user: await insertMembership(tx, person, membership, actor) }
}

/** Whether a person, locked, may act for a company as well: they do already, or for fewer than they may. */
export async function hasRoom(tx: Tx, userId: string, company: string): Promise<boolean> {
  const memberships = await membershipsOf(tx, userId)
  const isMember = memberships.some(({ company_id }) => company_id === accountOf(company))
  return isMember || memberships.length < MOST_MEMBERSHIPS
}

/** Notes a change to a person on the audit trail of each company for which they act. */
export async function recordForPerson(
  tx: Tx,
  userId: string,
  entry: Omit<Parameters<typeof recordAudit>[1], 'company_id'>,
): Promise<void> {
  const memberships = await membershipsOf(tx, userId)
  for (const { company_id } of memberships) await recordAudit(tx, { ...entry, company_id })
}

/** Notes that a person begins to act for a company, and since when; `undefined`: they do not act for it (any more). */
export async function markUsed(tx: Tx, userId: string, company: string): Promise<Date | undefined> {
  const used = await tx
    .updateTable('accounts.memberships')
    .set({ last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', accountOf(company))
    .returning('last_used_at')
    .executeTakeFirst()
  return used?.last_used_at ?? undefined
}
