import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { WebhookTables } from '../tables.js'
import { type Endpoint, endpointFromRow, selectEndpoints } from './endpoint.js'

/** One of a company's endpoints; `undefined` for an id that is malformed, unknown or another company's. */
export async function findEndpoint(
  pool: Pool,
  company: CompanyId,
  id: string,
): Promise<Endpoint | undefined> {
  if (!isUuid(id)) return undefined
  const row = await selectEndpoints(kyselyOver<WebhookTables>(pool))
    .where('e.id', '=', id)
    .where('e.company_id', '=', company)
    .executeTakeFirst()
  return row && endpointFromRow(row, new Date())
}
