import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { AccountsTables } from '../tables.js'
import type { ApiKey } from './api-key.js'
import { apiKeyFromRow, shownColumns } from './api-key-row.js'

/** A company's keys, oldest first, revoked and expired ones included. */
export async function listApiKeys(pool: Pool, company: CompanyId): Promise<readonly ApiKey[]> {
  const rows = await kyselyOver<AccountsTables>(pool)
    .selectFrom('accounts.api_keys')
    .select(shownColumns)
    .where('company_id', '=', company)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(apiKeyFromRow)
}
