import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { insertCompany } from '../companies/insert-company.js'
import type { AccountsTables } from '../tables.js'
import { insertUser } from '../users/insert-user.js'
import type { User } from '../users/user.js'
import type { Registrant } from './registration.js'

/** Makes a company and its first owner. Rejects with Postgres's unique violation when the address has an account. */
export async function openAccount(
  tx: Transaction<AccountsTables>,
  { company_name, ...person }: Registrant,
  password_hash: string,
): Promise<User> {
  const id = uuidv7()
  const actor = { kind: 'user', id, name: person.name } as const
  const company = await insertCompany(tx, { name: company_name }, actor)
  return insertUser(tx, { id, company_id: company.id, role: 'owner', ...person, password_hash }, actor)
}
