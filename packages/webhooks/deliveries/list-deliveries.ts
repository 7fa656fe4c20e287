import { cursorFaults, type DeliveryStatus, type WebhookEvent } from '@ecmr/contract'
import type { CompanyId, Fault } from '@ecmr/domain'
import { type CursorFault, type CursorScope, openCursor, sealCursor } from '@ecmr/postgres'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { BY_INDEX, type Db, inTransaction } from '../db.js'
import { findEndpoint } from '../endpoints/endpoint.js'
import { type Delivery, deliveryFromRow, selectDeliveries } from './find-delivery.js'

/** Where a page of deliveries ends. */
interface Place {
  readonly created_at: Date
  readonly id: string
}

/** Whose deliveries are listed. */
export interface DeliveryLog {
  readonly company: CompanyId
  readonly endpointId: string
}

const scopeOf = (
  { company, endpointId }: DeliveryLog,
  { status, event, since, until }: DeliveryQuery,
): CursorScope => ({
  list: ['deliveries', company, endpointId],
  question: [status, event, ...[since, until].map((instant) => instant && Date.parse(instant))],
})

function readCursor(text: string, log: DeliveryLog, query: DeliveryQuery): Place | CursorFault {
  const place = openCursor(text, scopeOf(log, query))
  if (typeof place === 'string') return place
  const [instant = '', id = ''] = place
  const created_at = new Date(instant)
  // The seal is no secret, and the database must be able to read what it is given.
  const isPlace = place.length === 2 && isUuid(id) && !Number.isNaN(created_at.getTime())
  return isPlace && created_at.toISOString() === instant ? { created_at, id } : 'not_ours'
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
export function faultsOfQuery(query: DeliveryQuery, log: DeliveryLog): readonly Fault[] {
  const { since, until, cursor } = query
  const faults: Fault[] = []
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    faults.push(outOfRange('/until', 'Send an instant after since.'))
  }
  const place = cursor === undefined ? undefined : readCursor(cursor, log, query)
  if (typeof place === 'string') faults.push(outOfRange('/cursor', cursorFaults[place]))
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
  const log = { company, endpointId }
  const [fault] = faultsOfQuery(query, log)
  if (fault) throw new RangeError(`${fault.pointer}: ${fault.message}`)
  const endpoint = await findEndpoint(pool, company, endpointId)
  if (endpoint === undefined) return undefined
  const rows = await inTransaction(pool, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
    return selectPage(tx, log, query).execute()
  })
  const seen = { now: new Date(), pausedUntil: endpoint.health.paused_until }
  const data = rows.slice(0, query.limit).map((row) => deliveryFromRow(row, seen))
  const last = data.at(-1)
  const isMore = rows.length > query.limit && last !== undefined
  return { data, next_cursor: isMore ? sealCursor([last.created_at, last.id], scopeOf(log, query)) : null }
}

/** Along deliveries_newest, which holds all that is filtered by: rows that do not match are not even read. */
function selectPage(db: Db, log: DeliveryLog, query: DeliveryQuery) {
  const { status, event, since, until, limit, cursor } = query
  const after = cursor === undefined ? undefined : readCursor(cursor, log, query)
  let page = selectDeliveries(db).where('d.endpoint_id', '=', log.endpointId)
  if (status !== undefined) page = page.where('d.status', '=', status)
  if (event !== undefined) page = page.where('d.type', '=', event)
  if (since !== undefined) page = page.where('d.created_at', '>=', new Date(since))
  if (until !== undefined) page = page.where('d.created_at', '<', new Date(until))
  if (typeof after === 'object') {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('d.created_at', 'd.id'), '<', tuple(after.created_at, after.id)),
    )
  }
  return page
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
}
