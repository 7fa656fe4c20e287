import type { Policy } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import { recordAudit } from '../audit/record-audit.js'
import type { AccountsTables } from '../tables.js'
import type { Company, Plan } from './company.js'
import { companyFromRow } from './company-row.js'

/** Books another plan. `undefined` when there is no such company. */
export function setPlan(
  pool: Pool,
  companyId: string,
  plan: Plan,
  actor: AuditActor,
): Promise<Company | undefined> {
  return change(pool, companyId, { plan }, actor)
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
  changes: { readonly plan: Plan } | { readonly policy: Policy },
  actor: AuditActor,
): Promise<Company | undefined> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .updateTable('accounts.companies')
        .set(changes)
        .where('id', '=', companyId)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return undefined
      await recordAudit(tx, { company_id: companyId, type: 'CompanyChanged', data: { ...changes }, actor })
      return companyFromRow(row)
    })
}
