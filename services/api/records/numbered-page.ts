import { pageLinks, withQuery } from './page-links.js'

/** Where a numbered page stands, for the body and for the Link header. */
export function numberedPage(asked: {
  readonly url: string
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly hasMore: boolean
  /** there is one whenever there is more */
  readonly nextCursor: string | null
  /** reached by a cursor, so the page's number says nothing */
  readonly byCursor?: boolean
  /** it ended early, so the next one is reached by cursor only */
  readonly isCut?: boolean
}) {
  const { url, page, limit, total, hasMore, nextCursor, byCursor = false, isCut = false } = asked
  const total_pages = Math.ceil(total / limit)
  const numbered = (number: number): string => withQuery(url, { page: number, limit, cursor: undefined })
  const next = byCursor || isCut || !hasMore ? undefined : numbered(page + 1)
  const nextByCursor =
    nextCursor === null ? undefined : withQuery(url, { cursor: nextCursor, page: undefined, limit })
  const link = pageLinks({
    first: numbered(1),
    prev: byCursor || page === 1 ? undefined : numbered(page - 1),
    next: next ?? nextByCursor,
  })
  return { link, pagination: { page, limit, total, total_pages, has_more: hasMore, next_cursor: nextCursor } }
}
