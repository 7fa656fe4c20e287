import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { afterCursor, noteConditions, type Order, offsetOf, orderOf, Parameters } from './filters.js'
import type { ListItem } from './item.js'
import { formatCursor, type ListPage, type ListQuery } from './list-query.js'
import { ALL_DAYS } from './table.js'

/** Makes a page of the rows found, of which there is one more than asked for if the list goes on. */
export function pageOf(
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
    nextCursor:
      hasMore && last ? formatCursor({ sort: order.sort, value: sortValue(last, order), id: last.id }) : null,
  }
}

function sortValue(item: ListItem, { column }: Order): string {
  switch (column) {
    case 'updated_at':
      return item.updated_at
    case 'pickup_date':
      return item.pickup_date
    case 'ecmr_number':
      return item.ecmr_number
    default:
      return item.created_at
  }
}

/**
 * A page of a list that is not searched. One statement, always of the same text for the same kind of question, so that
 * Postgres plans it once per connection; the total comes from the counters.
 */
export async function browse(db: Pool, company: CompanyId, query: ListQuery): Promise<ListPage> {
  const parameters = new Parameters()
  const order = orderOf(query.sort)
  const total = totalOf(company, query, parameters)
  const where = `${noteConditions(company, query, parameters)} and ${afterCursor(order, query, parameters)}`
  const limit = parameters.add(query.limit + 1)
  const offset = offsetOf(query)
  // Rows that are only passed over are walked by their keys.
  const text = `select t.total, n.item from (${total}) t left join lateral (
      select n.${order.column}, n.id, n.item from rm_list.notes n
      where ${where} order by ${order.by('n')} limit ${limit} offset ${parameters.add(offset)}
    ) n on true order by ${order.by('n')}`
  const { rows } = await db.query<{ total: string | number; item: ListItem | null }>({
    name: nameOf(order.sort, query),
    text,
    values: parameters.values,
  })
  const items = rows.flatMap(({ item }) => item ?? [])
  return pageOf(order, query, items, { count: Number(rows[0]?.total ?? 0), isExact: true })
}

/** The sum of the counters that the question covers. */
function totalOf(company: CompanyId, query: ListQuery, parameters: Parameters): string {
  const conditions = [`c.company_id = ${parameters.add(company)}`]
  if (!query.includeCancelled) conditions.push('not c.cancelled')
  if (query.status !== undefined) conditions.push(`c.status = ${parameters.add(query.status)}`)
  const { pickupFrom, pickupTo } = query
  if (pickupFrom === undefined && pickupTo === undefined) conditions.push(`c.pickup_date = '${ALL_DAYS}'`)
  else conditions.push(`c.pickup_date > '${ALL_DAYS}'`)
  if (pickupFrom !== undefined) conditions.push(`c.pickup_date >= ${parameters.add(pickupFrom)}::date`)
  if (pickupTo !== undefined) conditions.push(`c.pickup_date <= ${parameters.add(pickupTo)}::date`)
  return `select coalesce(sum(c.notes), 0)::bigint as total from rm_list.counters c where ${conditions.join(' and ')}`
}

/** A prepared statement's name: one for each text. */
function nameOf(sort: string, query: ListQuery): string {
  const parts = [
    query.includeCancelled ? 'cancelled' : '',
    query.status === undefined ? '' : 'status',
    query.pickupFrom === undefined ? '' : 'from',
    query.pickupTo === undefined ? '' : 'to',
    query.cursor ? 'cursor' : '',
  ]
  return `list ${sort} ${parts.filter((part) => part !== '').join(' ')}`
}
