import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import type { User } from './user.js'
import { userColumns, userFromRow } from './user-row.js'

/** The people of a company, whoever came first first. */
export async function listUsers(pool: Pool, company: CompanyId): Promise<readonly User[]> {
  const rows = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.users')
    .select(userColumns)
    .where('company_id', '=', company)
    .orderBy('id')
    .execute()
  return rows.map(userFromRow)
}
