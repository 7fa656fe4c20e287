import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { Language, User, UserRole } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

const UNIQUE_VIOLATION = '23505'

export interface NewUser {
  readonly company_id: string
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly language?: Language
  /** see `hashPassword`; without one nobody can log in before a link has been followed */
  readonly password_hash?: string
}

/**
 * Adds a person, in the transaction that decides that he may be added. He is who adds himself unless an actor is given.
 * Rejects with Postgres's unique violation when the address has an account already (see `isEmailTaken`).
 */
export async function insertUser(
  tx: Transaction<AccountsTables>,
  { email, ...input }: NewUser & { readonly id?: string },
  actor?: AuditActor,
): Promise<User> {
  const row = await tx
    .insertInto('accounts.users')
    .values({
      id: uuidv7(),
      email: email.trim(),
      ...input,
      password_changed_at: input.password_hash === undefined ? null : new Date(),
    })
    .returning(userColumns)
    .executeTakeFirstOrThrow()
  // The trail names the user by id: an immutable log is no place for a mail address.
  await recordAudit(tx, {
    company_id: row.company_id,
    type: 'UserAdded',
    data: { user_id: row.id, role: row.role },
    actor: actor ?? { kind: 'user', id: row.id, name: row.name },
  })
  return userFromRow(row)
}

/** What `insertUser` rejects with for an address that has an account. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
}
