import type { DeliveryDetailsView } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { type Db, webhooksDb } from '../db.js'
import { findEndpoint } from '../endpoints/endpoint.js'
import type { WebhookTables } from '../tables.js'
import { requestHeaders } from '../worker/request-headers.js'

/** One event on its way to one endpoint, as its owner sees it. */
export type Delivery = Omit<DeliveryDetailsView, 'payload' | 'attempt_log'>

/** Deliveries as rows for `deliveryFromRow`. */
export function selectDeliveries(db: Db) {
  return db
    .selectFrom('webhooks.deliveries as d')
    .innerJoin('webhooks.messages as m', 'm.event_id', 'd.event_id')
    .select([
      'd.id',
      'd.event_id',
      'd.type as event',
      'd.ecmr_id',
      'm.ecmr_number',
      'd.version',
      'd.status',
      'd.attempts',
      'd.is_test as test',
      'd.replay_id',
      'd.created_at',
      'd.next_attempt_at',
      'd.expedited',
      'd.leased_until',
      'd.finished_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

/** When deliveries are read, and until when their endpoint is paused then. */
export interface Seen {
  readonly now: Date
  readonly pausedUntil: string | null
}

/** A delivery from its row. */
export function deliveryFromRow(row: Row, seen: Seen): Delivery {
  const { expedited, leased_until, ...shown } = row
  const isHeldUp = !expedited && (leased_until === null || leased_until <= seen.now)
  const next = isHeldUp ? afterPause(row.next_attempt_at, seen) : row.next_attempt_at
  return {
    ...shown,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.status === 'pending' ? next.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** A pause that is over has no say: whatever is due goes as soon as the probe has answered. */
function afterPause(due: Date, { now, pausedUntil }: Seen): Date {
  const end = pausedUntil === null ? now : new Date(pausedUntil)
  return end > now && end > due ? end : due
}

/** One attempt at a delivery; `duration_ms` is null when the process ended during it. */
export type Attempt = DeliveryDetailsView['attempt_log'][number]

/** Each holds up to 4 KB of an answer, so that a delivery which was retried again and again stays below 1 MB. */
const MOST_ATTEMPTS = 200

export interface DeliveryDetails extends Delivery {
  /** the bytes that are sent, but for the address of a document: JSON in UTF-8 */
  readonly payload: Uint8Array
  /** the newest MOST_ATTEMPTS, first one first */
  readonly attempt_log: Attempt[]
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
  const row = await selectDeliveries(webhooksDb(pool))
    .select('m.payload')
    .where('d.id', '=', id)
    .where('d.endpoint_id', '=', endpoint.id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { payload, ...shown } = row
  const seen = { now: new Date(), pausedUntil: endpoint.health.paused_until }
  return { ...deliveryFromRow(shown, seen), payload, attempt_log: await readAttempts(pool, id) }
}

async function readAttempts(pool: Pool, deliveryId: string): Promise<Attempt[]> {
  const rows = await webhooksDb(pool)
    .selectFrom('webhooks.attempts')
    .select(['number', 'started_at', 'duration_ms', 'signature', 'response_status', 'response_body', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute()
  return rows.reverse().map((row) => attemptFromRow(deliveryId, row))
}

type AttemptRow = Omit<Selectable<WebhookTables['webhooks.attempts']>, 'delivery_id'>

function attemptFromRow(id: string, { signature, started_at, ...row }: AttemptRow): Attempt {
  const sent = { id, number: row.number, startedAt: started_at }
  const request_headers = signature === null ? null : requestHeaders({ ...sent, signature })
  return { ...row, started_at: started_at.toISOString(), request_headers }
}
