import type { Policy } from '@ecmr/domain'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { Company, Plan } from './company.js'
import { companyFromRow } from './company-row.js'

export interface NewCompany {
  readonly name: string
  /** `free` unless given */
  readonly plan?: Plan
  /** `lenient` unless given */
  readonly policy?: Policy
}

/** Registers a company, in the transaction that decides that it may be registered. */
export async function insertCompany(
  tx: Transaction<AccountsTables>,
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
