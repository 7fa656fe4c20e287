import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { pageOf } from './browse.js'
import { afterCursor, noteConditions, type Order, ofScope, offsetOf, orderOf, Parameters } from './filters.js'
import type { ListItem } from './item.js'
import { COUNTED_MATCHES, type ListPage, type ListQuery } from './list-query.js'
import type { Alternatives } from './search.js'

interface Found {
  readonly items: readonly ListItem[]
  readonly matches: number
  readonly total: number
}

/**
 * A page of a list that is searched.
 *
 * Few matches are all looked up through the trigram index, counted and sorted. With more than 10,000 of them it is
 * quicker to walk the list in its order and to look at each note's text until the page is full.
 */
export async function find(
  db: Pool,
  company: CompanyId,
  query: ListQuery,
  patterns: readonly Alternatives[],
): Promise<ListPage> {
  const order = orderOf(query.sort)
  const few = await findFew(db, company, query, patterns, order)
  if (few.matches <= COUNTED_MATCHES)
    return pageOf(company, order, query, few.items, { count: few.total, isExact: true })
  const [items, counted] = await Promise.all([
    walk(db, company, query, patterns, order),
    countMatches(db, company, query, patterns),
  ])
  const isExact = counted <= COUNTED_MATCHES
  return pageOf(company, order, query, items, { count: Math.min(counted, COUNTED_MATCHES), isExact })
}

async function findFew(
  db: Pool,
  company: CompanyId,
  query: ListQuery,
  patterns: readonly Alternatives[],
  order: Order,
): Promise<Found> {
  const parameters = new Parameters()
  const { rows } = await db.query<{ matches: number; total: number; item: ListItem | null }>({
    text: `with
      matches as materialized (
        select s.id from rm_list.searched s where ${textConditions(company, query, patterns, parameters)}
        limit ${parameters.add(COUNTED_MATCHES + 1)}
      ),
      found as materialized (
        select n.id, ${order.value} as sort_value from matches join rm_list.notes n using (id)
        where ${noteConditions(company, query, parameters)} and (select count(*) from matches) <= ${COUNTED_MATCHES}
      ),
      page as (
        select n.id, n.sort_value from found n where ${afterCursor(order, query, parameters, 'n.sort_value')}
        order by ${order.by('n')} limit ${parameters.add(query.limit + 1)} offset ${parameters.add(offsetOf(query))}
      )
      select t.*, n.item
      from (select (select count(*) from matches) as matches, (select count(*) from found) as total) t
      left join page on true left join rm_list.notes n using (id) order by ${order.by('page')}`,
    values: parameters.values,
  })
  const items = rows.flatMap(({ item }) => item ?? [])
  return { items, matches: rows[0]?.matches ?? 0, total: rows[0]?.total ?? 0 }
}

async function walk(
  db: Pool,
  company: CompanyId,
  query: ListQuery,
  patterns: readonly Alternatives[],
  order: Order,
): Promise<readonly ListItem[]> {
  const parameters = new Parameters()
  const conditions = noteConditions(company, query, parameters)
  const { rows } = await db.query<{ item: ListItem }>({
    text: `select n.item from rm_list.notes n
      where ${conditions} and ${afterCursor(order, query, parameters)}
        and exists (select from rm_list.searched s where s.id = n.id and ${textConditions(company, query, patterns, parameters)} offset 0)
      order by ${order.byNote} limit ${parameters.add(query.limit + 1)} offset ${parameters.add(offsetOf(query))}`,
    values: parameters.values,
  })
  return rows.map(({ item }) => item)
}

async function countMatches(
  db: Pool,
  company: CompanyId,
  query: ListQuery,
  patterns: readonly Alternatives[],
): Promise<number> {
  const parameters = new Parameters()
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*) from (
        select from rm_list.searched s join rm_list.notes n using (id)
        where ${textConditions(company, query, patterns, parameters)} and ${noteConditions(company, query, parameters)}
        limit ${COUNTED_MATCHES + 1}
      ) counted`,
    values: parameters.values,
  })
  return rows[0]?.count ?? 0
}

function textConditions(
  company: CompanyId,
  query: ListQuery,
  patterns: readonly Alternatives[],
  parameters: Parameters,
): string {
  const like = patterns.map(
    (alternatives) => `(${alternatives.map((one) => `s.text like ${parameters.add(one)}`).join(' or ')})`,
  )
  return [...like, ofScope('s', company, query, parameters)].join(' and ')
}
