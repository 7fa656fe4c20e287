import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { CompanyId, Fault } from '@ecmr/domain'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { BY_INDEX, type Db, inTransaction } from '../db.js'
import { findEndpoint } from '../endpoints/endpoint.js'
import { type Delivery, deliveryFromRow, selectDeliveries } from './find-delivery.js'

/** Where a page of deliveries ends. */
export interface Cursor {
  readonly created_at: Date
  readonly id: string
}

function writeCursor({ created_at, id }: { created_at: string; id: string }): string {
  return Buffer.from(`${created_at} ${id}`).toString('base64url')
}

/** `undefined` for what `writeCursor` did not write. */
export function parseCursor(text: string): Cursor | undefined {
  const [instant = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const created_at = new Date(instant)
  if (Number.isNaN(created_at.getTime()) || !isUuid(id)) return undefined
  // What else the decoder ignores, or Date reads in its own way, is not one of our cursors.
  return writeCursor({ created_at: created_at.toISOString(), id }) === text ? { created_at, id } : undefined
}

/** Which deliveries of an endpoint to list. */
export interface DeliveryQuery {
  readonly status?: DeliveryStatus
  readonly event?: WebhookEvent
  /** events recorded then or later: RFC 3339 */
  readonly since?: string
  /** and before this instant: RFC 3339 */
  readonly until?: string
  readonly limit: number
  /** `next_cursor` of the page before */
  readonly cursor?: string
}

/** What is wrong with a query although each of its parts is well formed; empty when nothing is. */
export function faultsOfQuery({ since, until, cursor }: DeliveryQuery): readonly Fault[] {
  const faults: Fault[] = []
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    faults.push(outOfRange('/until', 'Send an instant after since.'))
  }
  if (cursor !== undefined && parseCursor(cursor) === undefined) {
    faults.push(outOfRange('/cursor', 'Send pagination.next_cursor as you got it.'))
  }
  return faults
}

const outOfRange = (pointer: string, message: string): Fault => ({ pointer, code: 'out_of_range', message })

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
  const rows = await inTransaction(pool, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
    return selectPage(tx, endpoint.id, query).execute()
  })
  const seen = { now: new Date(), pausedUntil: endpoint.health.paused_until }
  const data = rows.slice(0, query.limit).map((row) => deliveryFromRow(row, seen))
  const last = data.at(-1)
  return { data, next_cursor: rows.length > query.limit && last ? writeCursor(last) : null }
}

/** Along deliveries_newest, which holds all that is filtered by: rows that do not match are not even read. */
function selectPage(
  db: Db,
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
