import { type CompanyId, parseEcmrNumber } from '@ecmr/domain'
import { type ListQuery, type Sort, type SortKey, sortKeys, statusesOf } from './list-query.js'
import { notesSharedWith } from '../shares/access.js'
import { deliveryDay } from './table.js'

/** Parameters of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The order of a list as SQL: the sort key with the id behind it, both in one direction. */
export interface Order {
  readonly sort: Sort
  readonly key: SortKey
  /** the sort key of a note `n` */
  readonly value: string
  /** the order of notes `n` */
  readonly byNote: string
  /** the order of rows that hold a note's sort key as `sort_value` */
  readonly by: (alias: string) => string
  readonly after: string
}

/** Looks a sort up among the known ones: its name becomes SQL. */
export function orderOf(sort: Sort = '-created_at'): Order {
  const descending = sort.startsWith('-')
  const key = sortKeys.find((one) => one === (descending ? sort.slice(1) : sort))
  if (key === undefined) throw new RangeError(`A list cannot be sorted by ${sort}`)
  const value = key === 'delivery_date' ? DELIVERY : `n.${key}`
  const direction = descending ? 'desc' : 'asc'
  return {
    sort,
    key,
    value,
    byNote: `${value} ${direction}, n.id ${direction}`,
    by: (alias) => `${alias}.sort_value ${direction}, ${alias}.id ${direction}`,
    after: descending ? '<' : '>',
  }
}

/** As text, which the index holds: calendar dates sort alike. */
const DELIVERY = deliveryDay('n')

/** What restricts the notes `n` of a list, apart from the words of a search. */
export function noteConditions(company: CompanyId, query: ListQuery, parameters: Parameters): string {
  const at = (instant: string): string => `${parameters.add(instant)}::timestamptz`
  const day = (date: string): string => `${parameters.add(date)}::date`
  const conditions = [ofScope('n', company, query, parameters), ...standing('n', query, parameters)]
  const { pickupFrom, pickupTo, createdFrom, createdTo, updatedFrom, updatedTo, reference } = query
  if (pickupFrom !== undefined) conditions.push(`n.pickup_date >= ${day(pickupFrom)}`)
  if (pickupTo !== undefined) conditions.push(`n.pickup_date <= ${day(pickupTo)}`)
  if (createdFrom !== undefined) conditions.push(`n.created_at >= ${at(createdFrom)}`)
  if (createdTo !== undefined) conditions.push(`n.created_at < ${at(createdTo)}`)
  if (updatedFrom !== undefined) conditions.push(`n.updated_at >= ${at(updatedFrom)}`)
  if (updatedTo !== undefined) conditions.push(`n.updated_at < ${at(updatedTo)}`)
  if (reference !== undefined) conditions.push(`n.item->>'reference' = ${parameters.add(reference)}`)
  const { deliveryFrom, deliveryTo, late, ids } = query
  if (ids !== undefined) conditions.push(`n.id = any(${parameters.add(ids)}::uuid[])`)
  if (deliveryFrom !== undefined)
    conditions.push(`${DELIVERY} >= ${parameters.add(deliveryFrom)} and n.item->>'delivery_date' is not null`)
  if (deliveryTo !== undefined) conditions.push(`${DELIVERY} <= ${parameters.add(deliveryTo)}`)
  if (late?.step === 'pickup')
    conditions.push(`n.status in ('draft', 'assigned') and n.pickup_date < ${day(late.today)}`)
  if (late?.step === 'delivery')
    conditions.push(`n.status = 'in_transit' and ${DELIVERY} < ${parameters.add(late.today)}`)
  return conditions.join(' and ')
}

/** Whose notes: a company's own, those that are shared with it, or both; of notes, or of their texts `s`. */
export function ofScope(
  alias: 'n' | 's',
  company: CompanyId,
  { scope = 'own' }: Pick<ListQuery, 'scope'>,
  parameters: Parameters,
): string {
  const whose = parameters.add(company)
  const own = `${alias}.company_id = ${whose}`
  const shared = `${alias}.id in (${notesSharedWith(whose)})`
  if (scope === 'own') return own
  return scope === 'shared' ? shared : `(${own} or ${shared})`
}

/** Which statuses, and whether cancelled notes too: of notes, and of their counters. */
export function standing(
  alias: 'n' | 'c',
  query: Pick<ListQuery, 'status' | 'includeCancelled' | 'search'>,
  parameters: Parameters,
): readonly string[] {
  const { statuses, cancelled } = statusesOf(query)
  const isIn = (): string =>
    statuses.length === 1
      ? `${alias}.status = ${parameters.add(statuses[0])}`
      : `${alias}.status = any(${parameters.add(statuses)})`
  if (cancelled) return [statuses.length === 0 ? `${alias}.cancelled` : `(${alias}.cancelled or ${isIn()})`]
  if (statuses.length > 0) return query.includeCancelled ? [isIn()] : [`not ${alias}.cancelled`, isIn()]
  if (query.includeCancelled) return []
  const number = query.search === undefined ? undefined : parseEcmrNumber(query.search)
  if (number === undefined) return [`not ${alias}.cancelled`]
  return [`(not ${alias}.cancelled or ${alias}.ecmr_number = ${parameters.add(number)})`]
}

/** Only what comes after the cursor's row, of notes `n` or of rows that hold their sort keys. */
export function afterCursor(
  order: Order,
  query: ListQuery,
  parameters: Parameters,
  sortValue = order.value,
): string {
  if (!query.cursor) return 'true'
  const { value, id } = query.cursor
  return `(${sortValue}, n.id) ${order.after} (${parameters.add(value)}, ${parameters.add(id)}::uuid)`
}

/** How many rows come before the page. */
export function offsetOf({ cursor, page = 1, limit }: ListQuery): number {
  return cursor ? 0 : (page - 1) * limit
}
