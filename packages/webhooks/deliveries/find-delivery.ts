import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { findEndpoint } from '../endpoints/find-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { type Delivery, deliveryFromRow, selectDeliveries } from './delivery.js'

/** One attempt at a delivery. */
export interface Attempt {
  readonly number: number
  /** RFC 3339, UTC */
  readonly started_at: string
  /** null when the process ended during the attempt */
  readonly duration_ms: number | null
  readonly response_status: number | null
  /** the first 4 KB of the answer */
  readonly response_body: string | null
  readonly error: string | null
}

/** Each holds up to 4 KB of an answer, so that a delivery which was retried again and again stays below 1 MB. */
export const MOST_ATTEMPTS = 200

export interface DeliveryDetails extends Delivery {
  /** the bytes that are sent: JSON in UTF-8 */
  readonly payload: Uint8Array
  /** the newest MOST_ATTEMPTS, first one first */
  readonly attempt_log: readonly Attempt[]
}

/** A delivery to one of a company's endpoints, with its newest attempts; `undefined` when there is none. */
export async function findDelivery(
  pool: Pool,
  company: CompanyId,
  endpointId: string,
  id: string,
): Promise<DeliveryDetails | undefined> {
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined || !isUuid(id)) return undefined
  const row = await selectDeliveries(kyselyOver<WebhookTables>(pool))
    .select('m.payload')
    .where('d.id', '=', id)
    .where('d.endpoint_id', '=', endpoint.id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { payload, ...shown } = row
  const seen = { now: new Date(), pausedUntil: endpoint.health.paused_until }
  return { ...deliveryFromRow(shown, seen), payload, attempt_log: await readAttempts(pool, id) }
}

async function readAttempts(pool: Pool, deliveryId: string): Promise<readonly Attempt[]> {
  const rows = await kyselyOver<WebhookTables>(pool)
    .selectFrom('webhooks.attempts')
    .select(['number', 'started_at', 'duration_ms', 'response_status', 'response_body', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute()
  return rows.reverse().map(attemptFromRow)
}

function attemptFromRow(row: Omit<Selectable<WebhookTables['webhooks.attempts']>, 'delivery_id'>): Attempt {
  return { ...row, started_at: row.started_at.toISOString() }
}
