import type { CompanyId } from '@ecmr/domain'
import type { DeliveryStatus, WebhookEvent } from '@ecmr/http-contract'
import type { Pool } from 'pg'
import { findEndpoint } from '../endpoints/find-endpoint.js'
import { parseCursor, writeCursor } from './cursor.js'
import { type Delivery, deliveryFromRow, selectDeliveries } from './delivery.js'

export interface DeliveryQuery {
  readonly status?: DeliveryStatus
  readonly event?: WebhookEvent
  readonly limit: number
  /** `next_cursor` of the page before; one that is not ours begins at the newest */
  readonly cursor?: string
}

export interface DeliveryPage {
  readonly data: readonly Delivery[]
  readonly next_cursor: string | null
}

/** Deliveries to one of a company's endpoints, newest first; `undefined` when it has no such endpoint. */
export async function listDeliveries(
  pool: Pool,
  company: CompanyId,
  endpointId: string,
  { status, event, limit, cursor }: DeliveryQuery,
): Promise<DeliveryPage | undefined> {
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined) return undefined
  const after = parseCursor(cursor ?? '')
  let query = selectDeliveries(pool).where('d.endpoint_id', '=', endpoint.id)
  if (status !== undefined) query = query.where('d.status', '=', status)
  if (event !== undefined) query = query.where('d.type', '=', event)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.created_at', 'd.id'), '<', tuple(after.created_at, after.id)),
    )
  }
  const rows = await query
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute()
  const data = rows.slice(0, limit).map(deliveryFromRow)
  const last = data.at(-1)
  return { data, next_cursor: rows.length > limit && last ? writeCursor(last) : null }
}
