import { accountOf, type CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { AuditActor } from '../audit/record-audit.js'
import type { Db, Tx } from '../db.js'
import { accountsDb, inTransaction } from '../db.js'
import { insertMembership } from '../memberships/insert-membership.js'
import type { AccountsTables } from '../tables.js'
import type { Language, Person, User, UserRole } from './user.js'

const personColumns = ['id', 'email', 'name', 'language'] as const satisfies readonly (keyof Person &
  keyof AccountsTables['accounts.users'])[]

/** The person with this address, in any letter case. */
export function findPerson(pool: Pool, email: string): Promise<Person | undefined> {
  return personWith(accountsDb(pool), email)
}

/** Likewise, within a transaction. */
export async function personWith(db: Db, email: string): Promise<Person | undefined> {
  return db
    .selectFrom('accounts.users')
    .select(personColumns)
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()})`)
    .executeTakeFirst()
}

/** The person with this id. */
export async function personById(db: Db, id: string): Promise<Person | undefined> {
  return db.selectFrom('accounts.users').select(personColumns).where('id', '=', id).executeTakeFirst()
}

/** Asks for people as those who act for a company. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('accounts.memberships as m')
    .innerJoin('accounts.users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language', 'm.company_id', 'm.role', 'm.notices'])
    .select(['m.last_used_at', 'm.since'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export function userFromRow({ last_used_at, since, ...row }: Row): User {
  return { ...row, last_login_at: last_used_at?.toISOString() ?? null, created_at: since.toISOString() }
}

/** The person with this address, in any letter case, if they act for the company. */
export async function findUser(pool: Pool, company: CompanyId, email: string): Promise<User | undefined> {
  const row = await selectUsers(accountsDb(pool))
    .where('m.company_id', '=', accountOf(company))
    .where(sql`lower(u.email)`, '=', sql`lower(${email.trim()})`)
    .executeTakeFirst()
  return row && userFromRow(row)
}

/** The people of a company, in the order in which they joined. */
export async function listUsers(pool: Pool, company: CompanyId): Promise<readonly User[]> {
  const rows = await selectUsers(accountsDb(pool))
    .where('m.company_id', '=', accountOf(company))
    .orderBy('m.since')
    .orderBy('u.id')
    .execute()
  return rows.map(userFromRow)
}

/**
 * Locks a person until the transaction ends. Transactions that change several rows of a person begin with this, to avoid
 * deadlocks.
 */
export async function lockUser(tx: Tx, id: string): Promise<Person | undefined> {
  return tx
    .selectFrom('accounts.users')
    .select(personColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const UNIQUE_VIOLATION = '23505'

export interface NewUser {
  readonly company_id: string
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly language?: Language
  /** see `hashPassword`; without one a link must be followed before the first login */
  readonly password_hash?: string
}

/**
 * Adds a person who has no account yet, in the transaction that permits it. Without an actor, the person registers themself. An account
 * whose person acts for no company any more is replaced by the new one.
 * Rejects with Postgres's unique violation when the address has an account already (see `isEmailTaken`).
 */
export async function insertUser(
  tx: Tx,
  { company_id, role, email, ...input }: NewUser & { readonly id?: string },
  actor?: AuditActor,
): Promise<User> {
  await deleteAbandoned(tx, email)
  const person = await tx
    .insertInto('accounts.users')
    .values({
      id: uuidv7(),
      email: email.trim(),
      ...input,
      password_changed_at: input.password_hash === undefined ? null : new Date(),
    })
    .returning(personColumns)
    .executeTakeFirstOrThrow()
  return insertMembership(tx, person, { company_id, role }, actor)
}

async function deleteAbandoned(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('accounts.users as u')
    .where(sql`lower(u.email)`, '=', sql`lower(${email.trim()})`)
    .where('u.left_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('accounts.memberships as m').whereRef('m.user_id', '=', 'u.id')),
      ),
    )
    .execute()
}

/** What `insertUser` rejects with for an address that has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
}

/** What becomes of work that inserts a user, also when the address has an account. */
export async function unlessTaken<Outcome>(
  work: Promise<Outcome>,
): Promise<Outcome | { readonly ok: false; readonly reason: 'email_taken' }> {
  return work.catch((error: unknown) => {
    if (isEmailTaken(error)) return { ok: false, reason: 'email_taken' }
    throw error
  })
}

/**
 * Adds a person who has no account yet to a company. Rejects with Postgres's unique violation when the address has an account
 * already: see `addMembership`.
 */
export function addUser(pool: Pool, input: NewUser, actor: AuditActor): Promise<User> {
  return inTransaction(pool, (tx) => insertUser(tx, input, actor))
}
