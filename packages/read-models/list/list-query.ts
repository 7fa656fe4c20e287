import type { Status } from '@ecmr/domain'
import type { ListItem } from './item.js'

/** What a list can be sorted by. */
export const sortKeys = ['created_at', 'updated_at', 'pickup_date', 'ecmr_number'] as const
export type SortKey = (typeof sortKeys)[number]

/** A sort key, descending with a leading dash. */
export type Sort = SortKey | `-${SortKey}`

/** Every accepted `sort`. */
export const sorts: readonly Sort[] = sortKeys.flatMap((key): Sort[] => [key, `-${key}`])

/** The deepest row that `page` reaches; whoever wants to go deeper walks with `cursor`. */
export const DEEPEST_OFFSET = 100_000

/** Up to this many matches of a search are counted exactly. */
export const COUNTED_MATCHES = 10_000

/** The place after one row of a sorted list. */
export interface Cursor {
  readonly sort: Sort
  /** the row's value of the sort key */
  readonly value: string
  readonly id: string
}

/** A question to the list of a company's notes. */
export interface ListQuery {
  /** from 1; ignored with a cursor; `(page - 1) * limit` is at most DEEPEST_OFFSET */
  readonly page?: number
  readonly limit: number
  readonly status?: Status
  /** words, each of which must occur; accents and letter case do not matter */
  readonly search?: string
  /** first and last planned pickup date, YYYY-MM-DD, both included */
  readonly pickupFrom?: string
  readonly pickupTo?: string
  readonly includeCancelled?: boolean
  /** newest first when absent */
  readonly sort?: Sort
  /** where an earlier page ended, see `parseCursor` */
  readonly cursor?: Cursor
}

/** A page of the list. */
export interface ListPage {
  readonly items: readonly ListItem[]
  readonly total: number
  /** false: there are more than `total` matches */
  readonly totalIsExact: boolean
  readonly hasMore: boolean
  /** null on the last page */
  readonly nextCursor: string | null
}
