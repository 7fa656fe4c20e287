import type { CompanyId } from '@ecmr/domain'
import { readCursor } from './cursor.js'
import type { ListPage, ListQuery } from './list-query.js'

/**
 * The notes of a list as text, page by page, as fast as it is taken.
 *
 * @param bounds.most so many notes in all
 * @param bounds.page so many in memory at a time
 * @param make writes a page
 */
export async function* listInParts(
  company: CompanyId,
  query: Omit<ListQuery, 'page' | 'limit' | 'cursor'>,
  bounds: { readonly most: number; readonly page: number },
  make: (query: ListQuery) => Promise<{ readonly text: string; readonly rest: ListPage }>,
): AsyncGenerator<string> {
  let place: Pick<ListQuery, 'page' | 'cursor'> = { page: 1 }
  for (let left = bounds.most; left > 0; ) {
    const asked = { ...query, ...place, limit: Math.min(bounds.page, left) }
    const { text, rest } = await make(asked)
    yield text
    left -= rest.items.length
    const cursor = rest.nextCursor === null ? undefined : readCursor(rest.nextCursor, company, asked)
    if (cursor === undefined || typeof cursor === 'string') return
    place = { cursor }
  }
}
