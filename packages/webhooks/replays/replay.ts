import type { ReplayView } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { type Db, webhooksDb } from '../db.js'
import { findEndpoint } from '../endpoints/endpoint.js'

/** So many waiting deliveries of a replay are counted at most, so that looking at one stays cheap. */
export const MOST_COUNTED = 5_000

/** Past events on their way to an endpoint once more, or for the first time, as its owner sees it. */
export type Replay = ReplayView

type Row = Awaited<ReturnType<ReturnType<typeof selectReplays>['executeTakeFirstOrThrow']>>

// Along deliveries_replayed.
const PENDING = sql<number>`(
  select count(*) from (
    select from webhooks.deliveries d where d.replay_id = r.id and d.status = 'pending' limit ${MOST_COUNTED}
  ) waiting
)`

/** Replays as rows for `replayFromRow`. */
function selectReplays(db: Db) {
  return db
    .selectFrom('webhooks.replays as r')
    .select([
      'r.id',
      'r.endpoint_id as webhook_id',
      'r.status',
      'r.status_reason',
      'r.since',
      'r.until',
      'r.from_position',
      'r.events',
      'r.only_failed',
      'r.scanned',
      'r.queued',
      'r.reached_at',
      'r.created_at',
      'r.finished_at',
      PENDING.as('pending'),
    ])
}

function replayFromRow(row: Row): Replay {
  return {
    ...row,
    since: row.since?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    reached_at: row.reached_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** A replay, whosever it is; `undefined` when there is none of that id. */
export async function readReplay(db: Db, id: string): Promise<Replay | undefined> {
  const row = await selectReplays(db).where('r.id', '=', id).executeTakeFirst()
  return row && replayFromRow(row)
}

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
  const row = await selectReplays(webhooksDb(pool))
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
  const rows = await selectReplays(webhooksDb(pool))
    .where('r.endpoint_id', '=', endpoint.id)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(replayFromRow)
}
