import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { isSharedWith } from '../shares/access.js'
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

/** The id of a note by its number (canonical form): a company's own, or one that is shared with it. */
export async function noteIdByNumber(
  db: Pool,
  company: CompanyId,
  number: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'note id by number',
    text: `select n.id from rm_list.notes n
      where n.ecmr_number = $1 and (n.company_id = $2 or ${isSharedWith('n.id', '$2')})`,
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

/** Whose notes these are, by their ids; what is unknown is missing. */
export async function ownersOfNotes(
  db: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompanyId>> {
  const { rows } = await db.query<{ id: string; company_id: CompanyId }>({
    name: 'owners of notes',
    text: 'select id, company_id from rm_list.notes where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, company_id }) => [id, company_id]))
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
