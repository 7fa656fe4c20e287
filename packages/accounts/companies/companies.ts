import type { Policy } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7, validate } from 'uuid'
import { type AuditActor, recordAudit } from '../audit/record-audit.js'
import type { Tx } from '../db.js'
import { accountsDb, inTransaction } from '../db.js'
import type { AccountsTables } from '../tables.js'
import { AmbiguousCompanyName, type Company, type Plan } from './company.js'

export function companyFromRow(row: Selectable<AccountsTables['accounts.companies']>): Company {
  return { ...row, created_at: row.created_at.toISOString() }
}

interface NewCompany {
  readonly name: string
  /** `free` unless given */
  readonly plan?: Plan
  /** `lenient` unless given */
  readonly policy?: Policy
}

/** Registers a company, in the transaction that decides that it may be registered. */
export async function insertCompany(
  tx: Tx,
  { name, plan = 'free', policy = 'lenient' }: NewCompany,
  actor: AuditActor,
): Promise<Company> {
  const row = await tx
    .insertInto('accounts.companies')
    .values({ id: uuidv7(), name, plan, policy })
    .returningAll()
    .executeTakeFirstOrThrow()
  const data = { name, plan, policy }
  await recordAudit(tx, { company_id: row.id, type: 'CompanyRegistered', data, actor })
  return companyFromRow(row)
}

/** Registers a company. Its name may be another's, too: who else is called so is for people to settle. */
export function createCompany(pool: Pool, input: NewCompany, actor: AuditActor): Promise<Company> {
  return inTransaction(pool, (tx) => insertCompany(tx, input, actor))
}

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
  const row = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .selectAll()
    .where('id', '=', idOrName)
    .executeTakeFirst()
  return row && companyFromRow(row)
}

/** The companies that are called so, in any letter case, oldest first. */
export async function findCompaniesNamed(pool: Pool, name: string): Promise<readonly Company[]> {
  const rows = await accountsDb(pool)
    .selectFrom('accounts.companies')
    .selectAll()
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .orderBy('id')
    .execute()
  return rows.map(companyFromRow)
}

/** All companies, oldest first. */
export async function listCompanies(pool: Pool): Promise<readonly Company[]> {
  const rows = await accountsDb(pool).selectFrom('accounts.companies').selectAll().orderBy('id').execute()
  return rows.map(companyFromRow)
}
