import type { Policy } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import { type Company, CompanyNameTaken, type Plan } from './company.js'
import { companyFromRow } from './company-row.js'

const UNIQUE_VIOLATION = '23505'

/**
 * Registers a company.
 *
 * @param input.plan `free` unless given
 * @param input.policy `lenient` unless given
 * @throws CompanyNameTaken
 */
export async function createCompany(
  pool: Pool,
  input: { readonly name: string; readonly plan?: Plan; readonly policy?: Policy },
  actor: AuditActor,
): Promise<Company> {
  const { name, plan = 'free', policy = 'lenient' } = input
  const db = kyselyOver<AccountsTables>(pool)
  const row = await db
    .transaction()
    .execute(async (tx) => {
      const inserted = await tx
        .insertInto('accounts.companies')
        .values({ id: uuidv7(), name, plan, policy })
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordAudit(tx, {
        company_id: inserted.id,
        type: 'CompanyRegistered',
        data: { name, plan, policy },
        actor,
      })
      return inserted
    })
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
        throw new CompanyNameTaken(`There is a company called ${name} already; choose another name.`)
      }
      throw error
    })
  return companyFromRow(row)
}
