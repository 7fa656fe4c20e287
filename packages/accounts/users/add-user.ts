import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { User, UserRole } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

/** Adds a person to a company. Rejects with Postgres's unique violation when the address has an account already. */
export async function addUser(
  pool: Pool,
  input: {
    readonly company_id: string
    readonly email: string
    readonly name: string
    readonly role: UserRole
  },
  actor: AuditActor,
): Promise<User> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .insertInto('accounts.users')
        .values({ id: uuidv7(), ...input })
        .returning(userColumns)
        .executeTakeFirstOrThrow()
      // The trail names the user by id: an immutable log is no place for a mail address.
      const data = { user_id: row.id, role: row.role }
      await recordAudit(tx, { company_id: input.company_id, type: 'UserAdded', data, actor })
      return userFromRow(row)
    })
}
