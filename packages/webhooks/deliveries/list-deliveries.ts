import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { findEndpoint } from '../endpoints/find-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { parseCursor, writeCursor } from './cursor.js'
import { type Delivery, deliveryFromRow, selectDeliveries } from './delivery.js'
import { type DeliveryQuery, faultsOfQuery } from './delivery-query.js'
import { BY_INDEX } from './steady-plans.js'

export interface DeliveryPage {
  readonly data: readonly Delivery[]
  /** for the next page; null when this is the last one */
  readonly next_cursor: string | null
}

/**
 * Deliveries to one of a company's endpoints, newest first; `undefined` when it has no such endpoint.
 *
 * @throws RangeError for a query that `faultsOfQuery` finds fault with
 */
export async function listDeliveries(
  pool: Pool,
  company: CompanyId,
  endpointId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage | undefined> {
  const [fault] = faultsOfQuery(query)
  if (fault) throw new RangeError(`${fault.pointer}: ${fault.message}`)
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined) return undefined
  const rows = await kyselyOver<WebhookTables>(pool)
    .transaction()
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
      return selectPage(tx, endpoint.id, query).execute()
    })
  const seen = { now: new Date(), pausedUntil: endpoint.health.paused_until }
  const data = rows.slice(0, query.limit).map((row) => deliveryFromRow(row, seen))
  const last = data.at(-1)
  return { data, next_cursor: rows.length > query.limit && last ? writeCursor(last) : null }
}

/** Along deliveries_newest, which holds all that is asked for: rows that do not match are not even read. */
function selectPage(
  db: Kysely<WebhookTables>,
  endpointId: string,
  { status, event, since, until, limit, cursor }: DeliveryQuery,
) {
  const after = parseCursor(cursor ?? '')
  let page = selectDeliveries(db).where('d.endpoint_id', '=', endpointId)
  if (status !== undefined) page = page.where('d.status', '=', status)
  if (event !== undefined) page = page.where('d.type', '=', event)
  if (since !== undefined) page = page.where('d.created_at', '>=', new Date(since))
  if (until !== undefined) page = page.where('d.created_at', '<', new Date(until))
  if (after !== undefined) {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.created_at', 'd.id'), '<', tuple(after.created_at, after.id)),
    )
  }
  return page
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
}
