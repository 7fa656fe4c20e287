import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AuditActor } from '../audit/audit-entry.js'
import type { AccountsTables } from '../tables.js'
import type { Company } from './company.js'
import { insertCompany, type NewCompany } from './insert-company.js'

/** Registers a company. Its name may be another's, too: who else is called so is for people to settle. */
export function createCompany(pool: Pool, input: NewCompany, actor: AuditActor): Promise<Company> {
  return kyselyOver<AccountsTables>(pool)
    .transaction()
    .execute((tx) => insertCompany(tx, input, actor))
}
