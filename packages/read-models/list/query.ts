import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { ListPage, ListQuery } from './list-query.js'

/** A page of a company's notes. */
export async function listNotes(db: Pool, company: CompanyId, query: ListQuery): Promise<ListPage> {
  throw new Error(`not yet ${db.totalCount} ${company} ${query.limit}`)
}

/** The id of a company's note by its number (canonical form). */
export async function noteIdByNumber(
  db: Pool,
  company: CompanyId,
  number: string,
): Promise<string | undefined> {
  throw new Error(`not yet ${db.totalCount} ${company} ${number}`)
}
