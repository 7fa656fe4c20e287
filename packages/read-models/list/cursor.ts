import type { CompanyId } from '@ecmr/domain'
import { type CursorFault, type CursorScope, openCursor, sealCursor } from '@ecmr/postgres'
import { isUuid } from '../fields.js'
import { type Cursor, type ListQuery, type SortKey, sortKeys, statusesOf } from './list-query.js'

/** A cursor as clients carry it: opaque to them, and good for the same question of the same company only. */
export function formatCursor({ value, id }: Cursor, company: CompanyId, query: ListQuery): string {
  return sealCursor([value, id], scopeOf(company, query))
}

/** Reads a cursor that a client sent back, given the question that it sent with it. */
export function readCursor(text: string, company: CompanyId, query: ListQuery): Cursor | CursorFault {
  const place = openCursor(text, scopeOf(company, query))
  if (typeof place === 'string') return place
  const [value = '', id = '', ...more] = place
  // The seal is no secret, and the database must be able to read what it is given.
  const isPlace = more.length === 0 && isUuid(id) && isRealDate(value)
  return isPlace && VALUES[keyOf(query)].test(value) ? { value, id } : 'not_ours'
}

function keyOf({ sort = '-created_at' }: ListQuery): SortKey {
  return sortKeys.find((key) => sort.endsWith(key)) ?? 'created_at'
}

function scopeOf(company: CompanyId, query: ListQuery): CursorScope {
  const { search, carrier, driver, reference, includeCancelled = false, sort = '-created_at', asOf } = query
  const { pickupFrom, pickupTo, createdFrom, createdTo, updatedFrom, updatedTo } = query
  const { deliveryFrom, deliveryTo, late, ids } = query
  const spans = [
    pickupFrom,
    pickupTo,
    createdFrom,
    createdTo,
    updatedFrom,
    updatedTo,
    deliveryFrom,
    deliveryTo,
  ]
  return {
    list: ['notes', company],
    question: [
      sort,
      statusesOf(query),
      search,
      reference,
      includeCancelled,
      asOf,
      ...spans,
      late?.step,
      carrier,
      driver,
      ids,
      // Cursors from before there was a choice are good for the company's own.
      ...(query.scope === undefined || query.scope === 'own' ? [] : [query.scope]),
    ],
  }
}

// The database knows no year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/
const VALUES: Readonly<Record<SortKey, RegExp>> = {
  created_at: INSTANT,
  updated_at: INSTANT,
  pickup_date: DAY,
  delivery_date: DAY,
  ecmr_number: /^[0-9A-Z-]{1,40}$/,
}

// Date.parse takes 30 February for 2 March.
function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return true
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
