import type { CompanyId } from '@ecmr/domain'
import { type ListQuery, type Sort, sorts } from './list-query.js'

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
  readonly column: string
  readonly by: (alias: string) => string
  readonly after: string
}

/** Looks a sort up among the known ones: its name becomes SQL. */
export function orderOf(sort: Sort = '-created_at'): Order {
  const known = sorts.find((one) => one === sort)
  if (known === undefined) throw new RangeError(`A list cannot be sorted by ${sort}`)
  const descending = known.startsWith('-')
  const column = descending ? known.slice(1) : known
  const direction = descending ? 'desc' : 'asc'
  return {
    sort: known,
    column,
    by: (alias) => `${alias}.${column} ${direction}, ${alias}.id ${direction}`,
    after: descending ? '<' : '>',
  }
}

/** What restricts the notes `n` of a list, apart from the search. */
export function noteConditions(company: CompanyId, query: ListQuery, parameters: Parameters): string {
  const conditions = [`n.company_id = ${parameters.add(company)}`]
  if (!query.includeCancelled) conditions.push('not n.cancelled')
  if (query.status !== undefined) conditions.push(`n.status = ${parameters.add(query.status)}`)
  if (query.pickupFrom !== undefined)
    conditions.push(`n.pickup_date >= ${parameters.add(query.pickupFrom)}::date`)
  if (query.pickupTo !== undefined)
    conditions.push(`n.pickup_date <= ${parameters.add(query.pickupTo)}::date`)
  return conditions.join(' and ')
}

/** Only what comes after the cursor's row. */
export function afterCursor(order: Order, query: ListQuery, parameters: Parameters): string {
  if (!query.cursor) return 'true'
  const { value, id } = query.cursor
  return `(n.${order.column}, n.id) ${order.after} (${parameters.add(value)}, ${parameters.add(id)}::uuid)`
}

/** How many rows come before the page. */
export function offsetOf({ cursor, page = 1, limit }: ListQuery): number {
  return cursor ? 0 : (page - 1) * limit
}
