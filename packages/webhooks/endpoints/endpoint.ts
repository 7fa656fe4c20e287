import type { DisablingReason, WebhookEvent } from '@ecmr/contract'
import type { Kysely, Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'
import { lastGoodUntil } from './former-secrets.js'

/** Where a company wants to be told of events. The secret is shown at registration and rotation only. */
export interface Endpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly description: string | null
  readonly max_per_second: number | null
  readonly status: 'active' | 'disabled'
  readonly status_reason: DisablingReason | null
  /** RFC 3339, UTC, as are all the instants here */
  readonly previous_secret_until: string | null
  readonly health: EndpointHealth
  readonly created_at: string
  readonly updated_at: string
}

/** How an endpoint has answered lately. */
export interface EndpointHealth {
  /** `paused`: many attempts failed in a row, and nothing is sent until `paused_until` */
  readonly state: 'ok' | 'failing' | 'paused'
  /** failed attempts since the last success */
  readonly failures: number
  readonly failing_since: string | null
  readonly paused_until: string | null
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['executeTakeFirstOrThrow']>>

/** Endpoints that are not deleted, as rows for `endpointFromRow`. */
export function selectEndpoints(db: Kysely<WebhookTables>) {
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
export function endpointFromRow(row: Row, now: Date): Endpoint {
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
export async function readEndpoint(
  tx: Transaction<WebhookTables>,
  id: string,
  now: Date,
): Promise<Endpoint | undefined> {
  const row = await selectEndpoints(tx).where('e.id', '=', id).executeTakeFirst()
  return row && endpointFromRow(row, now)
}

/** How an endpoint has answered lately, by its row and that of its health; no row of health: nothing has failed. */
export function endpointHealth(
  row: Pick<Row, 'status' | 'failures' | 'failing_since' | 'open_until'>,
): EndpointHealth {
  // What is disabled waits for nothing.
  const pausedUntil = row.status === 'active' ? row.open_until : null
  return {
    state: stateOf(row.failures ?? 0, pausedUntil),
    failures: row.failures ?? 0,
    failing_since: row.failing_since?.toISOString() ?? null,
    paused_until: pausedUntil?.toISOString() ?? null,
  }
}

function stateOf(failures: number, pausedUntil: Date | null): EndpointHealth['state'] {
  if (pausedUntil !== null) return 'paused'
  return failures === 0 ? 'ok' : 'failing'
}
