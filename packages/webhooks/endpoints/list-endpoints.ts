import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { WebhookTables } from '../tables.js'
import { type Endpoint, endpointFromRow, selectEndpoints } from './endpoint.js'

/** A company's endpoints, newest first; at most MOST_ENDPOINTS. */
export async function listEndpoints(pool: Pool, company: CompanyId): Promise<readonly Endpoint[]> {
  const now = new Date()
  const rows = await selectEndpoints(kyselyOver<WebhookTables>(pool))
    .where('e.company_id', '=', company)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  return rows.map((row) => endpointFromRow(row, now))
}
