import type { ApiCaller } from '@ecmr/accounts'
import { LARGEST_PAGE, type ListQueryString, withSeparateStatuses } from '@ecmr/contract'
import { asOfInstant, type CompanyId, dayInZone, type Fault, parseListedStatus } from '@ecmr/domain'
import {
  DEEPEST_OFFSET,
  type ListQuery,
  notAnsweredAsOf,
  type PresentOnly,
  readCursor,
} from '@ecmr/read-models'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../problems/problem.js'
import { asOfOf } from '../../records/as-of.js'
import { cursorProblem } from '../../records/page-place.js'

/** The part of a query string that narrows a list down and orders it. */
type Filters = Omit<ListQueryString, 'page' | 'limit' | 'cursor'>

/** To run before validation: several statuses may be joined by commas. */
export async function separateStatuses(request: FastifyRequest): Promise<void> {
  if (typeof request.query === 'object' && request.query !== null)
    request.query = withSeparateStatuses(request.query)
}

/** What is asked of a list. Throws a Problem for what cannot be answered. */
export function questionOf(
  asked: ListQueryString,
  { company, timeZone }: Pick<ApiCaller, 'company' | 'timeZone'>,
): ListQuery {
  const filters = filtersOf(asked, timeZone)
  const limit = Math.min(asked.limit, LARGEST_PAGE)
  return { ...filters, limit, ...placeOf(asked, company, { ...filters, limit }) }
}

/**
 * What narrows a list down and orders it. Throws a Problem for what contradicts itself.
 *
 * @param timeZone IANA name; what is late follows its clocks
 */
export function filtersOf(asked: Filters, timeZone: string): Omit<ListQuery, 'page' | 'limit' | 'cursor'> {
  const { status = [], search, reference, pickup_from, pickup_to, include_cancelled, sort } = asked
  const { carrier, driver, delivery_from, delivery_to, late, scope } = asked
  const words = search?.trim()
  const statuses = status.flatMap((one) => parseListedStatus(one) ?? [])
  const filters = {
    sort,
    includeCancelled: include_cancelled,
    ...(statuses.length > 0 && { status: statuses }),
    ...(words && { search: words }),
    ...(reference !== undefined && { reference: reference.trim() }),
    ...(pickup_from !== undefined && { pickupFrom: pickup_from }),
    ...(pickup_to !== undefined && { pickupTo: pickup_to }),
    ...(carrier?.trim() && { carrier: carrier.trim() }),
    ...(driver?.trim() && { driver: driver.trim() }),
    ...(delivery_from !== undefined && { deliveryFrom: delivery_from }),
    ...(delivery_to !== undefined && { deliveryTo: delivery_to }),
    ...(late !== undefined && { late: { step: late, today: dayInZone(new Date().toISOString(), timeZone) } }),
    ...spanOf('created', asked.created_from, asked.created_to),
    ...spanOf('updated', asked.updated_from, asked.updated_to),
    ...(scope !== 'own' && { scope }),
    ...asOfOf(asked),
  }
  const errors = [...backwards(filters), ...forPast(filters)]
  if (errors.length > 0)
    throw new Problem('invalid_request', 'This list cannot be returned as requested; see errors.', { errors })
  return filters
}

function spanOf(name: 'created' | 'updated', from: string | undefined, to: string | undefined) {
  return {
    ...(from !== undefined && { [`${name}From` as const]: asOfInstant(from) }),
    ...(to !== undefined && { [`${name}To` as const]: asOfInstant(to) }),
  }
}

/** Spans that end before they begin, and hold nothing. */
function backwards(filters: Omit<ListQuery, 'limit'>): readonly Fault[] {
  const { pickupFrom, pickupTo, createdFrom, createdTo, updatedFrom, updatedTo } = filters
  const { deliveryFrom, deliveryTo } = filters
  const fault = (pointer: string, message: string): Fault => ({ pointer, code: 'contradiction', message })
  return [
    ...(pickupFrom !== undefined && pickupTo !== undefined && pickupFrom > pickupTo
      ? [fault('/pickup_to', 'Send the same day as pickup_from or a later one.')]
      : []),
    ...(deliveryFrom !== undefined && deliveryTo !== undefined && deliveryFrom > deliveryTo
      ? [fault('/delivery_to', 'Send the same day as delivery_from or a later one.')]
      : []),
    ...(createdFrom !== undefined && createdTo !== undefined && createdFrom >= createdTo
      ? [fault('/created_to', 'Send an instant after created_from.')]
      : []),
    ...(updatedFrom !== undefined && updatedTo !== undefined && updatedFrom >= updatedTo
      ? [fault('/updated_to', 'Send an instant after updated_from.')]
      : []),
  ]
}

const UPDATED =
  'When a note was changed last is known as of now only: leave out as_of, or use created_from and created_to.'

const DELIVERY =
  'Days of delivery are known as of now only: leave out as_of, or use pickup_from and pickup_to.'

const PRESENT_ONLY: Readonly<
  Record<Exclude<PresentOnly, 'ids'>, readonly [pointer: string, message: string]>
> = {
  search: [
    '/search',
    'Texts are searched as they are now only: leave out search or as_of. With as_of, use status, pickup_from and pickup_to.',
  ],
  carrier: ['/carrier', 'Carriers are found as they are now only: leave out carrier or as_of.'],
  driver: ['/driver', 'Drivers are found as they are now only: leave out driver or as_of.'],
  late: ['/late', 'What is late is known as of now only: leave out late or as_of.'],
  scope: ['/scope', 'What is shared is known as of now only: leave out scope or as_of.'],
  deliveryFrom: ['/delivery_from', DELIVERY],
  deliveryTo: ['/delivery_to', DELIVERY],
  reference: ['/reference', 'References are found as they are now only: leave out reference or as_of.'],
  updatedFrom: ['/updated_from', UPDATED],
  updatedTo: ['/updated_to', UPDATED],
  sort: [
    '/sort',
    'Days of delivery, and when a note was changed last, are known as of now only: with as_of, sort by created_at, pickup_date or ecmr_number.',
  ],
}

/** What cannot be answered as of an instant. */
function forPast(filters: Omit<ListQuery, 'limit'>): readonly Fault[] {
  return notAnsweredAsOf(filters).flatMap((name) => {
    if (name === 'ids') return []
    const [pointer, message] = PRESENT_ONLY[name]
    return { pointer, code: 'contradiction', message }
  })
}

function placeOf(
  { cursor: text, page }: ListQueryString,
  company: CompanyId,
  query: ListQuery,
): Pick<ListQuery, 'page' | 'cursor'> {
  if (text !== undefined) {
    const cursor = readCursor(text, company, query)
    if (typeof cursor === 'string') throw cursorProblem(cursor)
    return { cursor }
  }
  if ((page - 1) * query.limit > DEEPEST_OFFSET)
    throw fault('page', `Beyond ${DEEPEST_OFFSET} results, walk with cursor.`)
  return { page }
}

function fault(parameter: string, message: string): Problem {
  const errors = [{ pointer: `/${parameter}`, code: 'out_of_range', message }]
  return new Problem('invalid_request', `Fix the query parameter ${parameter}.`, { errors })
}
