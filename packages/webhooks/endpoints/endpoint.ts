import type { WebhookView } from '@ecmr/contract'
import { actingFor, type CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { type Db, type Tx, webhooksDb } from '../db.js'
import type { FormerSecret } from '../tables.js'

/** So many rotations of one endpoint may overlap. */
export const MOST_FORMER_SECRETS = 4

/** Those that still sign. */
export function stillGood(secrets: readonly FormerSecret[], now: Date): readonly FormerSecret[] {
  return secrets.filter(({ until }) => Date.parse(until) > now.getTime())
}

/** Until when any of them signs; null: none does any more. */
export function lastGoodUntil(secrets: readonly FormerSecret[], now: Date): string | null {
  const ends = stillGood(secrets, now).map(({ until }) => until)
  return ends.sort().at(-1) ?? null
}

/** Where a company receives events, as its owner sees it. The secret is shown at registration and rotation only. */
export type Endpoint = WebhookView

type Row = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['executeTakeFirstOrThrow']>>

/** Endpoints that are not deleted, as rows for `endpointFromRow`. */
function selectEndpoints(db: Db) {
  return db
    .selectFrom('webhooks.endpoints as e')
    .leftJoin('webhooks.endpoint_health as h', 'h.endpoint_id', 'e.id')
    .where('e.status', '<>', 'deleted')
    .select([
      'e.id',
      'e.url',
      'e.events',
      'e.description',
      'e.max_per_second',
      'e.include_document_url',
      'e.metadata',
      'e.status',
      'e.status_reason',
      'e.former_secrets',
      'e.created_at',
      'e.updated_at',
      'h.failures',
      'h.failing_since',
      'h.open_until',
    ])
}

/** @param now the end of a rotation is shown until it has passed */
function endpointFromRow(row: Row, now: Date): Endpoint {
  const { failures, failing_since, open_until, former_secrets, ...shown } = row
  return {
    ...shown,
    status: row.status === 'active' ? 'active' : 'disabled',
    previous_secret_until: lastGoodUntil(former_secrets, now),
    health: endpointHealth(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** An endpoint as its row says; `undefined` when it is deleted. */
export async function readEndpoint(tx: Tx, id: string, now: Date): Promise<Endpoint | undefined> {
  const row = await selectEndpoints(tx).where('e.id', '=', id).executeTakeFirst()
  return row && endpointFromRow(row, now)
}

/** How an endpoint has answered lately, by its row and that of its health; no row of health: nothing has failed. */
export function endpointHealth(
  row: Pick<Row, 'status' | 'failures' | 'failing_since' | 'open_until'>,
): Endpoint['health'] {
  // What is disabled waits for nothing.
  const pausedUntil = row.status === 'active' ? row.open_until : null
  return {
    state: stateOf(row.failures ?? 0, pausedUntil),
    failures: row.failures ?? 0,
    failing_since: row.failing_since?.toISOString() ?? null,
    paused_until: pausedUntil?.toISOString() ?? null,
  }
}

function stateOf(failures: number, pausedUntil: Date | null): Endpoint['health']['state'] {
  if (pausedUntil !== null) return 'paused'
  return failures === 0 ? 'ok' : 'failing'
}

/** One of a company's endpoints; `undefined` for an id that is malformed, unknown or another company's. */
export async function findEndpoint(
  pool: Pool,
  company: CompanyId,
  id: string,
): Promise<Endpoint | undefined> {
  if (!isUuid(id)) return undefined
  const row = await selectEndpoints(webhooksDb(pool))
    .where('e.id', '=', id)
    .where('e.company_id', '=', company)
    .executeTakeFirst()
  return row && endpointFromRow(row, new Date())
}

/** A company's endpoints, newest first; at most MOST_ENDPOINTS. */
export async function listEndpoints(pool: Pool, company: CompanyId): Promise<readonly Endpoint[]> {
  const now = new Date()
  const rows = await selectEndpoints(webhooksDb(pool))
    .where('e.company_id', '=', company)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  return rows.map((row) => endpointFromRow(row, now))
}

/**
 * Whose an endpoint is; `undefined` for an id that is malformed or unknown, or of an endpoint that is deleted. For the
 * operator of the service, and for people who act for several companies: a company must not learn of others.
 */
export async function ownerOfEndpoint(pool: Pool, id: string): Promise<CompanyId | undefined> {
  if (!isUuid(id)) return undefined
  const row = await webhooksDb(pool)
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
  const row = await webhooksDb(pool)
    .selectFrom('webhooks.replays')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && actingFor(row.company_id)
}
