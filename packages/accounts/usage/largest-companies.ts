import { accountOf, isTestCompany } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Plan } from '../companies/company.js'
import { STORAGE_OF_TESTS, storageLimit } from './storage-guard.js'

/** What companies can be ordered by. */
export const usageOrders = ['bytes', 'events', 'notes'] as const

export type UsageOrder = (typeof usageOrders)[number]

/** What a company takes; its test data are an entry of their own. */
export interface LargeCompany {
  /** by which the operator's commands take it */
  readonly id: string
  readonly name: string
  readonly is_test: boolean
  readonly plan: Plan
  readonly notes: number
  /** rows that its notes have in the log, and in the history */
  readonly events: number
  /** of these events, documents and attachments */
  readonly bytes: number
  /** bytes */
  readonly limit: number
}

interface Row {
  readonly company_id: string
  readonly notes: number
  readonly events: number
  readonly bytes: number
}

/**
 * The companies that take the most, by the read model that counts their events.
 *
 * @param options.most entries
 */
export async function largestCompanies(
  pool: Pool,
  { by, most }: { readonly by: UsageOrder; readonly most: number },
): Promise<readonly LargeCompany[]> {
  const { rows } = await pool.query<Row>(
    `select company_id, notes, events, bytes from rm_history.usage order by ${by} desc, company_id limit $1`,
    [most],
  )
  const { rows: companies } = await pool.query<{
    readonly id: string
    readonly name: string
    readonly plan: Plan
    readonly storage_quota: number | null
  }>('select id, name, plan, storage_quota from accounts.companies where id = any($1)', [
    rows.map(({ company_id }) => accountOf(company_id)),
  ])
  const known = new Map(companies.map((company) => [company.id, company]))
  return rows.flatMap(({ company_id: id, notes, events, bytes }) => {
    const company = known.get(accountOf(id))
    if (company === undefined) return []
    const is_test = isTestCompany(id)
    const limit = is_test ? STORAGE_OF_TESTS : storageLimit(company)
    return { id, name: company.name, is_test, plan: company.plan, notes, events, bytes, limit }
  })
}
