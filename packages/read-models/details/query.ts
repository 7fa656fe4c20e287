import type { CompanyId, Note } from '@ecmr/domain'
import type { Pool } from 'pg'

/** A company's note as its history says, now or as it stood at an instant (RFC 3339). */
export async function noteDetails(
  db: Pool,
  company: CompanyId,
  ecmrId: string,
  options: { readonly asOf?: string } = {},
): Promise<Note | undefined> {
  throw new Error(`not yet ${db.totalCount} ${company} ${ecmrId} ${options.asOf}`)
}
