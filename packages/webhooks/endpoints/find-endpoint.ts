import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { WebhookTables } from '../tables.js'
import { type Endpoint, endpointFromRow, shownColumns } from './endpoint.js'

/** One of a company's endpoints; `undefined` for an id that is malformed, unknown or another company's. */
export async function findEndpoint(
  pool: Pool,
  company: CompanyId,
  id: string,
): Promise<Endpoint | undefined> {
  if (!isUuid(id)) return undefined
  const row = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.endpoints')
    .select(shownColumns)
    .where('id', '=', id)
    .where('company_id', '=', company)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return row && endpointFromRow(row)
}
