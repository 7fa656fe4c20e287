import { kyselyOver } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AccountsTables } from '../tables.js'
import { AmbiguousCompanyName, type Company } from './company.js'
import { companyFromRow } from './company-row.js'

/**
 * The company with this id or, in any letter case, this name.
 *
 * @throws AmbiguousCompanyName when several are called so
 */
export async function findCompany(pool: Pool, idOrName: string): Promise<Company | undefined> {
  if (!validate(idOrName)) {
    const [company, ...others] = await findCompaniesNamed(pool, idOrName)
    if (company !== undefined && others.length > 0) {
      throw new AmbiguousCompanyName(idOrName, [company, ...others])
    }
    return company
  }
  const row = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.companies')
    .selectAll()
    .where('id', '=', idOrName)
    .executeTakeFirst()
  return row && companyFromRow(row)
}

/** The companies that are called so, in any letter case, oldest first. */
export async function findCompaniesNamed(pool: Pool, name: string): Promise<readonly Company[]> {
  const rows = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.companies')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .orderBy('id')
    .execute()
  return rows.map(companyFromRow)
}
