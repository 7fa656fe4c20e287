import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { formatCursor } from './cursor.js'
import {
  afterCursor,
  noteConditions,
  type Order,
  offsetOf,
  orderOf,
  Parameters,
  standing,
} from './filters.js'
import type { ListItem } from './item.js'
import {
  COUNTED_MATCHES,
  type Cursor,
  type ListPage,
  type ListQuery,
  type Sort,
  statusesOf,
} from './list-query.js'
import { ALL_DAYS, NO_DAY } from './table.js'

/** Makes a page of the rows found, of which there is one more than asked for if the list goes on. */
export function pageOf(
  company: CompanyId,
  order: Order,
  query: ListQuery,
  found: readonly ListItem[],
  total: { readonly count: number; readonly isExact: boolean },
): ListPage {
  const items = found.slice(0, query.limit)
  const hasMore = found.length > query.limit
  const last = items.at(-1)
  return {
    items,
    total: total.count,
    totalIsExact: total.isExact,
    hasMore,
    nextCursor: hasMore && last ? formatCursor(cursorAfter(last, order.sort), company, query) : null,
  }
}

/** The place after a note in a list. */
export function cursorAfter(item: ListItem, sort?: Sort): Cursor {
  return { value: sortValue(item, orderOf(sort)), id: item.id }
}

function sortValue(item: ListItem, { key }: Order): string {
  switch (key) {
    case 'updated_at':
      return item.updated_at
    case 'pickup_date':
      return item.pickup_date
    case 'delivery_date':
      return item.delivery_date ?? NO_DAY
    case 'ecmr_number':
      return item.ecmr_number
    case 'created_at':
      return item.created_at
    default:
      return key satisfies never
  }
}

/**
 * A page of a list that is not searched. One statement; the total comes from the counters, or is counted as far as 10,000
 * where none are kept.
 */
export async function browse(db: Pool, company: CompanyId, query: ListQuery): Promise<ListPage> {
  const parameters = new Parameters()
  const order = orderOf(query.sort)
  const isCounted = hasCounters(query)
  const total = isCounted ? totalOf(company, query, parameters) : boundedTotal(company, query, parameters)
  const where = `${noteConditions(company, query, parameters)} and ${afterCursor(order, query, parameters)}`
  const limit = parameters.add(query.limit + 1)
  const page = `order by ${order.byNote} limit ${limit} offset ${parameters.add(offsetOf(query))}`
  const name = nameOf(order.sort, query)
  // Rows that are only passed over are walked by their keys.
  const rowsOfPage = isFoundAtOnce(query)
    ? `select ${order.value} as sort_value, n.id, n.item from rm_list.notes n where ${where} ${page}`
    : `select k.sort_value, k.id, m.item from (
        select ${order.value} as sort_value, n.id from rm_list.notes n where ${where} ${page}
      ) k join rm_list.notes m on m.id = k.id`
  const text = `select t.total, n.item from (${total}) t left join lateral (${rowsOfPage}) n on true
    order by ${order.by('n')}`
  const { rows } = await db.query<{ total: string | number; item: ListItem | null }>({
    ...(name !== undefined && { name }),
    text,
    values: parameters.values,
  })
  const items = rows.flatMap(({ item }) => item ?? [])
  const count = Number(rows[0]?.total ?? 0)
  const isExact = isCounted || count <= COUNTED_MATCHES
  return pageOf(company, order, query, items, { count: isExact ? count : COUNTED_MATCHES, isExact })
}

/** An index has the notes of such a page one after the other. */
function isFoundAtOnce(query: ListQuery): boolean {
  const { statuses, cancelled } = statusesOf(query)
  if (!hasCounters(query) || cancelled || statuses.length > 1) return false
  return statuses.length === 0 || (query.sort ?? 'created_at').endsWith('created_at')
}

/** Counters are kept by status and day of pickup. */
function hasCounters(query: ListQuery): boolean {
  if (query.scope !== undefined && query.scope !== 'own') return false
  const { createdFrom, createdTo, updatedFrom, updatedTo, reference, deliveryFrom, deliveryTo, late, ids } =
    query
  const others = [
    createdFrom,
    createdTo,
    updatedFrom,
    updatedTo,
    reference,
    deliveryFrom,
    deliveryTo,
    late,
    ids,
  ]
  return others.every((value) => value === undefined)
}

/** The sum of the counters that the question covers. */
function totalOf(company: CompanyId, query: ListQuery, parameters: Parameters): string {
  const conditions = [`c.company_id = ${parameters.add(company)}`, ...standing('c', query, parameters)]
  const { pickupFrom, pickupTo } = query
  if (pickupFrom === undefined && pickupTo === undefined) conditions.push(`c.pickup_date = '${ALL_DAYS}'`)
  else conditions.push(`c.pickup_date > '${ALL_DAYS}'`)
  if (pickupFrom !== undefined) conditions.push(`c.pickup_date >= ${parameters.add(pickupFrom)}::date`)
  if (pickupTo !== undefined) conditions.push(`c.pickup_date <= ${parameters.add(pickupTo)}::date`)
  return `select coalesce(sum(c.notes), 0)::bigint as total from rm_list.counters c where ${conditions.join(' and ')}`
}

/** How many notes the question covers, counted no further than it is told exactly. */
function boundedTotal(company: CompanyId, query: ListQuery, parameters: Parameters): string {
  return `select count(*) as total from (
      select from rm_list.notes n where ${noteConditions(company, query, parameters)} limit ${COUNTED_MATCHES + 1}
    ) counted`
}

/**
 * A prepared statement's name: one for each text, for the questions that are asked most. Postgres plans these once per
 * connection. The best plan for any other depends on what is asked for, so that it is planned each time.
 */
function nameOf(sort: string, query: ListQuery): string | undefined {
  const { statuses, cancelled } = statusesOf(query)
  if (!hasCounters(query) || cancelled || statuses.length > 1) return undefined
  const parts = [
    query.includeCancelled ? 'cancelled' : '',
    statuses.length === 0 ? '' : 'status',
    query.pickupFrom === undefined ? '' : 'from',
    query.pickupTo === undefined ? '' : 'to',
    query.cursor ? 'cursor' : '',
  ]
  return `list ${sort} ${parts.filter((part) => part !== '').join(' ')}`
}
