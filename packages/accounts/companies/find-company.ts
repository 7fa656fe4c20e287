import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AccountsTables } from '../tables.js'
import type { Company } from './company.js'
import { companyFromRow } from './company-row.js'

/** The company with this id or, in any letter case, this name. */
export async function findCompany(pool: Pool, idOrName: string): Promise<Company | undefined> {
  const companies = kyselyOver<AccountsTables>(pool).selectFrom('accounts.companies').selectAll()
  const query = validate(idOrName)
    ? companies.where('id', '=', idOrName)
    : companies.where(sql`lower(name)`, '=', idOrName.toLowerCase())
  const row = await query.executeTakeFirst()
  return row && companyFromRow(row)
}
