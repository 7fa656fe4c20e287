import { DEEPEST_OFFSET, type ListPage } from '@ecmr/read-models'
import { type ListQuestion, listAddress } from './question.js'

/** Where a page of the list stands, and where it leads on to. */
export interface ListPlace {
  /** 0: it has none, or it is past the end */
  readonly number: number
  readonly pages: number
  readonly first: string | undefined
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Pages go by number as deep as numbers reach, and on from there by a cursor, which knows no way back but to the first. */
export function listPlace({ query, page, values }: ListQuestion, found: ListPage): ListPlace {
  const { cursor: _cursor, page: _page, ...rest } = values
  const to = (number: number): string =>
    listAddress('/ecmrs', rest, number === 1 ? {} : { page: String(number) })
  const byCursor = query.cursor !== undefined
  const byNumber = !byCursor && page * query.limit <= DEEPEST_OFFSET
  const { hasMore, nextCursor, total, items } = found
  const isPastEnd = items.length === 0 && page > 1
  const after =
    byNumber || nextCursor === null ? to(page + 1) : listAddress('/ecmrs', rest, { cursor: nextCursor })
  return {
    number: byCursor || isPastEnd ? 0 : page,
    pages: Math.ceil(total / query.limit),
    first: byCursor || isPastEnd ? to(1) : undefined,
    previous: byCursor || isPastEnd || page === 1 ? undefined : to(page - 1),
    next: hasMore ? after : undefined,
  }
}
