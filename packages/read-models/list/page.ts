import type { Order } from './filters.js'
import type { ListItem } from './item.js'
import { formatCursor, type ListPage, type ListQuery } from './list-query.js'

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
