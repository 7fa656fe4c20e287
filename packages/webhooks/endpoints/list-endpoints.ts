import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { WebhookTables } from '../tables.js'
import { type Endpoint, endpointFromRow, shownColumns } from './endpoint.js'

/** A company's endpoints, newest first; at most MOST_ENDPOINTS. */
export async function listEndpoints(pool: Pool, company: CompanyId): Promise<readonly Endpoint[]> {
  const rows = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.endpoints')
    .select(shownColumns)
    .where('company_id', '=', company)
    .where('status', '<>', 'deleted')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(endpointFromRow)
}
