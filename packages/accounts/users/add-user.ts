import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import type { AccountsTables } from '../tables.js'
import { insertUser, type NewUser } from './insert-user.js'
import type { User } from './user.js'

/** Adds a person to a company. Rejects with Postgres's unique violation when the address has an account already. */
export function addUser(pool: Pool, input: NewUser, actor: AuditActor): Promise<User> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute((tx) => insertUser(tx, input, actor))
}
