import type { ListedStatus, Status } from '@ecmr/domain'
import type { ListItem } from './item.js'

/** What a list can be sorted by. Notes without a planned day of delivery come after all that have one. */
export const sortKeys = ['created_at', 'updated_at', 'pickup_date', 'delivery_date', 'ecmr_number'] as const
export type SortKey = (typeof sortKeys)[number]

/** A sort key, descending with a leading dash. */
export type Sort = SortKey | `-${SortKey}`

/** Every accepted `sort`. */
export const sorts: readonly Sort[] = sortKeys.flatMap((key): Sort[] => [key, `-${key}`])

/** The deepest row that `page` reaches; beyond it clients use `cursor`. */
export const DEEPEST_OFFSET = 100_000

/** Up to this many notes are counted exactly where no counters are kept: of a search, of a reference, of a span of time. */
export const COUNTED_MATCHES = 10_000

/** The place after one row of a sorted list, see `readCursor`. */
export interface Cursor {
  /** the row's value of the sort key */
  readonly value: string
  readonly id: string
}

/** Whose notes a list has: the company's own, those of others that are shared with it, or both. */
export const scopes = ['own', 'shared', 'all'] as const
export type Scope = (typeof scopes)[number]

/** A question to the list of a company's notes. */
export interface ListQuery {
  /** from 1; ignored with a cursor; `(page - 1) * limit` is at most DEEPEST_OFFSET */
  readonly page?: number
  readonly limit: number
  /** only notes that stand in this status, or in one of these; `cancelled` adds those that are cancelled */
  readonly status?: ListedStatus | readonly ListedStatus[]
  /**
   * words, each of which must occur; accents and letter case do not matter. The whole number of a note finds it although it is
   * cancelled, unless a status is asked for
   */
  readonly search?: string
  /** words that must all occur in the name of the carrier, or of the driver; present only */
  readonly carrier?: string
  readonly driver?: string
  /** only these notes (UUIDs), as far as they are the company's; present only */
  readonly ids?: readonly string[]
  /** only notes with exactly this reference */
  readonly reference?: string
  /** first and last planned pickup date, YYYY-MM-DD, both included */
  readonly pickupFrom?: string
  readonly pickupTo?: string
  /** created at the first of these instants or later, and before the second: RFC 3339, UTC, milliseconds */
  readonly createdFrom?: string
  readonly createdTo?: string
  /** changed last at the first of these instants or later, and before the second */
  readonly updatedFrom?: string
  readonly updatedTo?: string
  /** first and last planned delivery date, YYYY-MM-DD, both included; present only */
  readonly deliveryFrom?: string
  readonly deliveryTo?: string
  /**
   * only notes that should have been picked up, or delivered, before a day (YYYY-MM-DD) and were not; those with open incidents
   * have been stopped and are not late; present only
   */
  readonly late?: { readonly step: 'pickup' | 'delivery'; readonly today: string }
  readonly includeCancelled?: boolean
  /** whose notes: own unless given; present only */
  readonly scope?: Scope
  /** newest first when absent */
  readonly sort?: Sort
  /** where an earlier page ended, see `readCursor` */
  readonly cursor?: Cursor
  /**
   * the list as it stood then, see `asOfInstant`: all events recorded until this instant, itself included; not with what
   * `notAnsweredAsOf` names
   */
  readonly asOf?: string
}

/** The statuses that a list is narrowed down to, and whether cancelled notes are listed for their own sake. */
export function statusesOf({ status }: Pick<ListQuery, 'status'>): {
  readonly statuses: readonly Status[]
  readonly cancelled: boolean
} {
  if (status === undefined) return ANY_STATUS
  const asked = [...new Set([status].flat())].sort()
  return {
    statuses: asked.filter((one) => one !== 'cancelled'),
    cancelled: asked.includes('cancelled'),
  }
}

// The most frequent question, asked several times for each page.
const ANY_STATUS = { statuses: [], cancelled: false } as const

/** What only the present list can be asked: texts are indexed as they are now, and of the past only what filters go by is kept. */
export const presentOnly = [
  'search',
  'carrier',
  'driver',
  'ids',
  'reference',
  'updatedFrom',
  'updatedTo',
  'deliveryFrom',
  'deliveryTo',
  'late',
  'scope',
] as const
export type PresentOnly = (typeof presentOnly)[number] | 'sort'

/** What of a question can be answered for the present only. */
export function notAnsweredAsOf(
  query: Pick<ListQuery, 'asOf' | 'sort' | (typeof presentOnly)[number]>,
): readonly PresentOnly[] {
  if (query.asOf === undefined) return []
  return [
    ...presentOnly.filter((name) => query[name] !== undefined),
    ...(/(updated_at|delivery_date)$/.test(query.sort ?? '') ? ['sort' as const] : []),
  ]
}

/** The read models that answer a question, in the order in which to wait for them. */
export function readModelsFor({ asOf, scope = 'own' }: Pick<ListQuery, 'asOf' | 'scope'>): readonly string[] {
  if (asOf !== undefined) return ['history', 'states']
  return scope === 'own' ? ['list'] : ['list', 'shares']
}

/** A page of the list. */
export interface ListPage {
  readonly items: readonly ListItem[]
  readonly total: number
  /** false: there are more than `total` */
  readonly totalIsExact: boolean
  readonly hasMore: boolean
  /** null on the last page */
  readonly nextCursor: string | null
}
