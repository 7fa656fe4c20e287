import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'

/**
 * Whether a note is shared with a company, as SQL: what `accessOf` says of it, as far as the read models know. Who can read the
 * event log asks that.
 *
 * @param noteId SQL of the note's id; @param company SQL of the company's
 */
export function isSharedWith(noteId: string, company: string): string {
  return `exists (select from rm_shares.shares shared
    where shared.ecmr_id = ${noteId} and shared.company_id = ${company} and shared.revoked_at is null)`
}

/** The notes that are shared with a company, as an SQL query of their ids. */
export function notesSharedWith(company: string): string {
  return `select shared.ecmr_id from rm_shares.shares shared
    where shared.company_id = ${company} and shared.revoked_at is null`
}

/** More are not counted. */
const MOST_COUNTED = 9_999

/** How many notes of others a company sees, as far as 9,999. */
export async function countShared(db: Pool, company: CompanyId): Promise<number> {
  const { rows } = await db.query<{ notes: number }>({
    name: 'count shared notes',
    text: `select count(*)::int as notes from (
        select distinct ecmr_id from (${notesSharedWith('$1')} limit ${MOST_COUNTED}) open) notes`,
    values: [company],
  })
  return rows[0]?.notes ?? 0
}
