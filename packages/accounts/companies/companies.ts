import { accountOf, type CompanyId, type Policy } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7, validate } from 'uuid'
import { type AuditActor, changedFields, recordAudit } from '../audit/record-audit.js'
import { accountsDb, inTransaction, type Tx } from '../db.js'
import type { AccountsTables } from '../tables.js'
import { AmbiguousCompanyName, type Company, type Plan } from './company.js'

export function companyFromRow(row: Selectable<AccountsTables['accounts.companies']>): Company {
  const { created_at, handle_changed_at } = row
  return {
    ...row,
    handle_changed_at: handle_changed_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
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
    .where('id', '=', accountOf(idOrName))
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

export type CompanyChanges = Partial<
  Pick<
    Company,
    'name' | 'tax_id' | 'address' | 'city' | 'postal_code' | 'country' | 'phone' | 'time_zone' | 'policy'
  >
>

/** The fields whose values the audit trail keeps. Of the others, which may be personal, it keeps the names. */
const SHOWN_VALUES = [
  'name',
  'plan',
  'policy',
  'storage_quota',
  'logo',
  'requires_second_factor',
  'handle',
  'takes_shares',
]

/** Changes what a company says about itself. A policy applies to notes created from then on. */
export async function changeCompany(
  pool: Pool,
  company: CompanyId,
  changes: CompanyChanges,
  actor: AuditActor,
): Promise<Company> {
  const changed = await change(pool, company, changes, actor)
  if (changed === undefined) throw new Error(`There is no company ${company}.`)
  return changed
}

/** Books another plan. `undefined` when there is no such company. */
export function setPlan(
  pool: Pool,
  companyId: string,
  plan: Plan,
  actor: AuditActor,
): Promise<Company | undefined> {
  return change(pool, companyId, { plan }, actor)
}

/** Agrees on other storage than the plan gives, in bytes; null: what the plan gives. `undefined` when there is no such company. */
export function setStorageQuota(
  pool: Pool,
  companyId: string,
  storage_quota: number | null,
  actor: AuditActor,
): Promise<Company | undefined> {
  return change(pool, companyId, { storage_quota }, actor)
}

/** Chooses another policy; it applies to notes created from then on. `undefined` when there is no such company. */
export function setPolicy(
  pool: Pool,
  companyId: string,
  policy: Policy,
  actor: AuditActor,
): Promise<Company | undefined> {
  return change(pool, companyId, { policy }, actor)
}

/** Begins, or ceases, to require a second factor of the people of a company; it counts from the next request on. */
export function requireSecondFactor(
  pool: Pool,
  companyId: string,
  requires_second_factor: boolean,
  actor: AuditActor,
): Promise<Company | undefined> {
  return change(pool, companyId, { requires_second_factor }, actor)
}

function change(
  pool: Pool,
  acting: string,
  changes: CompanyChanges & Partial<Pick<Company, 'plan' | 'storage_quota' | 'requires_second_factor'>>,
  actor: AuditActor,
): Promise<Company | undefined> {
  return inTransaction(pool, (tx) => changeIn(tx, accountOf(acting), changes, actor))
}

/** Changes a company, in the transaction that changes what belongs to it; `undefined` when there is no such company. */
export async function changeIn(
  tx: Tx,
  companyId: string,
  changes: CompanyChanges &
    Partial<
      Pick<Company, 'plan' | 'storage_quota' | 'logo' | 'requires_second_factor' | 'handle' | 'takes_shares'>
    >,
  actor: AuditActor,
): Promise<Company | undefined> {
  const before = await tx
    .selectFrom('accounts.companies')
    .selectAll()
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  const data = changedFields({ ...companyFromRow(before) }, changes, SHOWN_VALUES)
  if (data === undefined) return companyFromRow(before)
  const after = await tx
    .updateTable('accounts.companies')
    .set(changes)
    .where('id', '=', companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(tx, { company_id: companyId, type: 'CompanyChanged', data, actor })
  return companyFromRow(after)
}
