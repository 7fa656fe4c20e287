import { actingFor, type CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import type { WebhookTables } from '../tables.js'

/**
 * Whose an endpoint is; `undefined` for an id that is malformed or unknown, or of an endpoint that is deleted. For the
 * operator of the service only: whoever acts for a company must not learn of others.
 */
export async function ownerOfEndpoint(pool: Pool, id: string): Promise<CompanyId | undefined> {
  if (!isUuid(id)) return undefined
  const row = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.endpoints')
    .select('company_id')
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return row && actingFor(row.company_id)
}

/** Whose endpoint a replay goes to; `undefined` for an id that is malformed or unknown. For the operator only, too. */
export async function ownerOfReplay(pool: Pool, id: string): Promise<CompanyId | undefined> {
  if (!isUuid(id)) return undefined
  const row = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.replays')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && actingFor(row.company_id)
}
