import { numberedPage } from './numbered-page.js'
import { countCursor, countInCursor } from './page-place.js'

/** Which page of a list is asked for. */
interface Asked {
  readonly page: number
  readonly limit: number
  readonly cursor?: string
}

/**
 * How many entries come before the page. A cursor says how many come after the page before: a list that is newest first grows at
 * its beginning, so this stays what it was.
 */
export function offsetFromEnd(
  { page, limit, cursor }: Asked,
  total: number,
  list: readonly string[],
  question: unknown = null,
): number {
  if (cursor === undefined) return (page - 1) * limit
  return Math.max(0, total - countInCursor(cursor, list, question))
}

/** Where such a page stands. */
export function pageFromEnd(
  url: string,
  { page, limit, cursor }: Asked,
  { offset, shown, total }: { readonly offset: number; readonly shown: number; readonly total: number },
  list: readonly string[],
  question: unknown = null,
) {
  const left = total - offset - shown
  const hasMore = left > 0
  const nextCursor = hasMore ? countCursor(left, list, question) : null
  return numberedPage({ url, page, limit, total, hasMore, nextCursor, byCursor: cursor !== undefined })
}
