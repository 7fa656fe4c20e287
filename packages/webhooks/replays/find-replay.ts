import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { findEndpoint } from '../endpoints/find-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { type Replay, replayFromRow, selectReplays } from './replay.js'

const MOST = 100

/**
 * A replay to one of a company's endpoints, or to a certain one of them; `undefined` when there is none, or its endpoint
 * is deleted.
 */
export async function findReplay(
  pool: Pool,
  company: CompanyId,
  { id, endpointId }: { readonly id: string; readonly endpointId?: string },
): Promise<Replay | undefined> {
  if (!isUuid(id)) return undefined
  const row = await selectReplays(kyselyOver<WebhookTables>(pool))
    .where('r.id', '=', id)
    .where('r.company_id', '=', company)
    .executeTakeFirst()
  if (row === undefined || (await findEndpoint(pool, company, row.webhook_id)) === undefined) return undefined
  return endpointId === undefined || endpointId === row.webhook_id ? replayFromRow(row) : undefined
}

/** The latest replays to one of a company's endpoints, at most 100, newest first; `undefined`: no such endpoint. */
export async function listReplays(
  pool: Pool,
  company: CompanyId,
  endpointId: string,
): Promise<readonly Replay[] | undefined> {
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined) return undefined
  const rows = await selectReplays(kyselyOver<WebhookTables>(pool))
    .where('r.endpoint_id', '=', endpoint.id)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(replayFromRow)
}
