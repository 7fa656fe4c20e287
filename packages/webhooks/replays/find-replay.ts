import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { findEndpoint } from '../endpoints/find-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { type Replay, replayFromRow, selectReplays } from './replay.js'

const MOST = 100

/** A replay to one of a company's endpoints; `undefined` when there is none. */
export async function findReplay(
  pool: Pool,
  company: CompanyId,
  endpointId: string,
  id: string,
): Promise<Replay | undefined> {
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined || !isUuid(id)) return undefined
  const row = await selectReplays(kyselyOver<WebhookTables>(pool))
    .where('r.id', '=', id)
    .where('r.endpoint_id', '=', endpoint.id)
    .executeTakeFirst()
  return row && replayFromRow(row)
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
