import type { Selectable } from 'kysely'
import type { AccountsTables } from '../tables.js'
import type { Company } from './company.js'

export function companyFromRow(row: Selectable<AccountsTables['accounts.companies']>): Company {
  return { ...row, created_at: row.created_at.toISOString() }
}
