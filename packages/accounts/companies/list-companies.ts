import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import type { Company } from './company.js'
import { companyFromRow } from './company-row.js'

/** All companies, oldest first. */
export async function listCompanies(pool: Pool): Promise<readonly Company[]> {
  const rows = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.companies')
    .selectAll()
    .orderBy('id')
    .execute()
  return rows.map(companyFromRow)
}
