import type { CompanyId, Policy } from '@ecmr/domain'
import type { Pool } from 'pg'
import { type AuditActor, changedFields, recordAudit } from '../audit/record-audit.js'
import { inTransaction } from '../db.js'
import { companyFromRow } from './companies.js'
import type { Company, Plan } from './company.js'

/** What a company may change about itself. */
export type CompanyChanges = Partial<
  Pick<
    Company,
    'name' | 'tax_id' | 'address' | 'city' | 'postal_code' | 'country' | 'phone' | 'time_zone' | 'policy'
  >
>

/** The fields whose values the audit trail keeps. Of the others, which may be personal, it keeps the names. */
const TOLD = ['name', 'plan', 'policy', 'storage_quota']

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

async function change(
  pool: Pool,
  companyId: string,
  changes: CompanyChanges & Partial<Pick<Company, 'plan' | 'storage_quota'>>,
  actor: AuditActor,
): Promise<Company | undefined> {
  return inTransaction(pool, async (tx) => {
    const before = await tx
      .selectFrom('accounts.companies')
      .selectAll()
      .where('id', '=', companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before === undefined) return undefined
    const data = changedFields({ ...companyFromRow(before) }, changes, TOLD)
    if (data === undefined) return companyFromRow(before)
    const after = await tx
      .updateTable('accounts.companies')
      .set(changes)
      .where('id', '=', companyId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, { company_id: companyId, type: 'CompanyChanged', data, actor })
    return companyFromRow(after)
  })
}
