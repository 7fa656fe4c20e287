import { accountOf, type CompanyId } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Db, Tx } from '../db.js'
import { accountsDb, inTransaction } from '../db.js'
import type { AccountsTables } from '../tables.js'
import type { Language, User, UserRole } from './user.js'

export const userColumns = [
  'id',
  'company_id',
  'email',
  'name',
  'role',
  'language',
  'notices',
  'last_login_at',
  'created_at',
] as const satisfies readonly (keyof AccountsTables['accounts.users'])[]

type Row = Pick<Selectable<AccountsTables['accounts.users']>, (typeof userColumns)[number]>

export function userFromRow(row: Row): User {
  return {
    ...row,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** The person with this address, in any letter case. */
export function findUser(pool: Pool, email: string): Promise<User | undefined> {
  return userWith(accountsDb(pool), email)
}

/** Likewise, within a transaction. */
export async function userWith(db: Db, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('accounts.users')
    .select(userColumns)
    .where(sql`lower(email)`, '=', sql`lower(${email.trim()})`)
    .executeTakeFirst()
  return row && userFromRow(row)
}

/** The people of a company, in the order in which they joined. */
export async function listUsers(pool: Pool, company: CompanyId): Promise<readonly User[]> {
  const rows = await accountsDb(pool)
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('company_id', '=', accountOf(company))
    .orderBy('id')
    .execute()
  return rows.map(userFromRow)
}

/**
 * Locks a person until the transaction ends. Transactions that change several rows of a person begin with this, to avoid
 * deadlocks.
 */
export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  const row = await tx
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && userFromRow(row)
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
 * Adds a person, in the transaction that permits it. Without an actor, the person registers themself.
 * Rejects with Postgres's unique violation when the address has an account already (see `isEmailTaken`).
 */
export async function insertUser(
  tx: Tx,
  { email, ...input }: NewUser & { readonly id?: string },
  actor?: AuditActor,
): Promise<User> {
  const row = await tx
    .insertInto('accounts.users')
    .values({
      id: uuidv7(),
      email: email.trim(),
      ...input,
      company_id: accountOf(input.company_id),
      password_changed_at: input.password_hash === undefined ? null : new Date(),
    })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  // The trail names the user by id: an immutable log is no place for a mail address.
  await recordAudit(tx, {
    company_id: row.company_id,
    type: 'UserAdded',
    data: { user_id: row.id, role: row.role },
    actor: actor ?? { kind: 'user', id: row.id },
  })
  return userFromRow(row)
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

/** Adds a person to a company. Rejects with Postgres's unique violation when the address has an account already. */
export function addUser(pool: Pool, input: NewUser, actor: AuditActor): Promise<User> {
  return inTransaction(pool, (tx) => insertUser(tx, input, actor))
}
