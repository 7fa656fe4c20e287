import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { listAsOf } from '../states/list-as-of.js'
import { browse } from './browse.js'
import { find } from './find.js'
import type { ListPage, ListQuery } from './list-query.js'
import { searchPatterns } from './search.js'

/**
 * A page of a company's notes.
 *
 * @example
 * const page = await listNotes(pool, company, { limit: 20, status: 'in_transit', search: 'cadiz naranjas' })
 */
export async function listNotes(db: Pool, company: CompanyId, query: ListQuery): Promise<ListPage> {
  const { asOf } = query
  if (asOf !== undefined) return listAsOf(db, company, { ...query, asOf })
  const patterns = searchPatterns(query)
  return patterns.length > 0 ? find(db, company, query, patterns) : browse(db, company, query)
}

/** The id of a company's note by its number (canonical form). */
export async function noteIdByNumber(
  db: Pool,
  company: CompanyId,
  number: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'note id by number',
    text: 'select id from rm_list.notes where ecmr_number = $1 and company_id = $2',
    values: [number, company],
  })
  return rows[0]?.id
}

/**
 * Whose note this is, also one's test data; `undefined` for an id that is malformed or unknown. For people who act for several companies: what is no
 * company of theirs they must not learn.
 */
export async function companyOfNote(db: Pool, id: string): Promise<CompanyId | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await db.query<{ company_id: CompanyId }>({
    name: 'company of note',
    text: 'select company_id from rm_list.notes where id = $1',
    values: [id],
  })
  return rows[0]?.company_id
}

/** Whose note has this number (canonical form). For what the company itself makes public with its notes, and nothing else. */
export async function companyOfNumber(db: Pool, number: string): Promise<CompanyId | undefined> {
  const { rows } = await db.query<{ company_id: CompanyId }>({
    name: 'company of number',
    text: 'select company_id from rm_list.notes where ecmr_number = $1',
    values: [number],
  })
  return rows[0]?.company_id
}
