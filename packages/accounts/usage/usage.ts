import type { Pool } from 'pg'
import type { Company, Plan } from '../companies/company.js'

const GIB = 1024 ** 3

/** What the events of a company's notes may take, in bytes, by its plan. */
export const storageOfPlans: Readonly<Record<Plan, number>> = {
  free: GIB,
  pro: 20 * GIB,
  enterprise: 200 * GIB,
}

/** What the events of a company's notes may take, in bytes: what was agreed with it, else what its plan gives. */
export function storageLimit({ plan, storage_quota }: Pick<Company, 'plan' | 'storage_quota'>): number {
  return storage_quota ?? storageOfPlans[plan]
}

/** What a company has used of what it may use. */
export interface CompanyUsage {
  readonly plan: Plan
  /** of the events of its notes, in bytes */
  readonly storage: { readonly bytes: number; readonly limit: number }
  readonly notes: number
  readonly events: number
}

/** From so much on, companies are warned: 80 %. */
export const WARNING_SHARE = 0.8

/**
 * What a company has used, by the read model that counts its events; `undefined` when there is no such company.
 */
export async function companyUsage(pool: Pool, companyId: string): Promise<CompanyUsage | undefined> {
  const { rows } = await pool.query<{
    plan: Plan
    storage_quota: number | null
    bytes: number
    notes: number
    events: number
  }>({
    name: 'company usage',
    text: `select c.plan, c.storage_quota, coalesce(u.bytes, 0) as bytes, coalesce(u.notes, 0) as notes,
        coalesce(u.events, 0) as events
      from accounts.companies c left join rm_history.usage u on u.company_id = c.id::text where c.id = $1`,
    values: [companyId],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { plan, bytes, notes, events } = row
  return { plan, storage: { bytes, limit: storageLimit(row) }, notes, events }
}
