import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { pageOf } from '../list/browse.js'
import { afterCursor, type Order, offsetOf, orderOf, Parameters } from '../list/filters.js'
import { type ListPage, type ListQuery, notAnsweredAsOf } from '../list/list-query.js'
import { intervalConditions } from './conditions.js'
import { itemsAsOf, type SizedNote } from './items-as-of.js'

/** A question to the list as it stood at an instant. */
type PastQuery = ListQuery & { readonly asOf: string }

/**
 * A page of a company's notes as they stood at an instant. Which notes these are, and how many, is read off their
 * intervals; what they show is folded from their events, so nothing personal is kept twice.
 *
 * @throws RangeError for what `notAnsweredAsOf` names
 */
export async function listAsOf(db: Pool, company: CompanyId, query: PastQuery): Promise<ListPage> {
  const faults = notAnsweredAsOf(query)
  if (faults.length > 0) throw new RangeError(`A list as of an instant takes no such ${faults.join(' and ')}`)
  const order = orderOf(query.sort)
  const [found, count] = await Promise.all([
    pageAsOf(db, company, query, order),
    countAsOf(db, company, query),
  ])
  const items = await itemsAsOf(db, company, query.asOf, found)
  return pageOf(company, order, query, items, { count, isExact: true })
}

async function pageAsOf(
  db: Pool,
  company: CompanyId,
  query: PastQuery,
  order: Order,
): Promise<readonly SizedNote[]> {
  const parameters = new Parameters()
  const where = intervalConditions(company, query, query.asOf, parameters)
  const after = afterCursor(order, query, parameters)
  const limit = parameters.add(query.limit + 1)
  const { rows } = await db.query<SizedNote>({
    text: `select n.id, e.bytes from (
        select n.id, ${order.value} as sort_value from rm_states.intervals n where ${where} and ${after}
        order by ${order.byNote} limit ${limit} offset ${parameters.add(offsetOf(query))}
      ) n cross join lateral (
        select coalesce(sum(e.bytes), 0)::int as bytes from rm_history.events e
        where e.ecmr_id = n.id and e.recorded_at <= ${parameters.add(query.asOf)}
      ) e order by ${order.by('n')}`,
    values: parameters.values,
  })
  return rows
}

async function countAsOf(db: Pool, company: CompanyId, query: PastQuery): Promise<number> {
  const parameters = new Parameters()
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*) from rm_states.intervals n
      where ${intervalConditions(company, query, query.asOf, parameters)}`,
    values: parameters.values,
  })
  return rows[0]?.count ?? 0
}
