import type { Status } from '@ecmr/domain'
import { isUuid } from '../fields.js'
import type { ListItem } from './item.js'

/** What a list can be sorted by. */
export const sortKeys = ['created_at', 'updated_at', 'pickup_date', 'ecmr_number'] as const
export type SortKey = (typeof sortKeys)[number]

/** A sort key, descending with a leading dash. */
export type Sort = SortKey | `-${SortKey}`

/** Every accepted `sort`. */
export const sorts: readonly Sort[] = sortKeys.flatMap((key): Sort[] => [key, `-${key}`])

/** The deepest row that `page` reaches; beyond it clients use `cursor`. */
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
  /**
   * the list as it stood then, see `asOfInstant`: all events recorded until this instant, itself included; not with what
   * `notAnsweredAsOf` names
   */
  readonly asOf?: string
}

/**
 * What of a question can be answered for the present only: texts are indexed as they are now, and of a note's changes only
 * those of what lists filter by are kept with their time.
 */
export function notAnsweredAsOf({
  asOf,
  search,
  sort,
}: Pick<ListQuery, 'asOf' | 'search' | 'sort'>): readonly ('search' | 'sort')[] {
  if (asOf === undefined) return []
  return [
    ...(search === undefined ? [] : ['search' as const]),
    ...(sort?.endsWith('updated_at') ? ['sort' as const] : []),
  ]
}

/** The read models that answer a question, in the order in which to wait for them. */
export function readModelsFor({ asOf }: Pick<ListQuery, 'asOf'>): readonly string[] {
  return asOf === undefined ? ['list'] : ['history', 'states']
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

/** A cursor as clients carry it: opaque to them. */
export function formatCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.value, cursor.id])).toString('base64url')
}

// The database knows no year 0.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const VALUES: Readonly<Record<string, RegExp>> = {
  created_at: INSTANT,
  updated_at: INSTANT,
  pickup_date: /^(?!0000)\d{4}-\d\d-\d\d$/,
  ecmr_number: /^[0-9A-Z-]{1,40}$/,
}

/**
 * Reads a cursor that a client sent back.
 *
 * @returns `undefined` when it is not one of our cursors, or was made for another `sort`
 */
export function parseCursor(text: string, sort: Sort = '-created_at'): Cursor | undefined {
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== sort) return undefined
  const [, value, id] = parts
  if (typeof value !== 'string' || typeof id !== 'string') return undefined
  const known = VALUES[sort.replace('-', '')]?.test(value) && isUuid(id) && isRealDate(value)
  return known ? { sort, value, id } : undefined
}

// Date.parse takes 30 February for 2 March.
function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return true
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
