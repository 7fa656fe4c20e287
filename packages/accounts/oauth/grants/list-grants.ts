import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Grant } from './grant.js'
import { asGrant, shownGrants } from './shown-grants.js'

const MOST = 100

/** The assistants that may read a company's notes now, newest first, at most 100. */
export async function listGrants(pool: Pool, company: CompanyId): Promise<readonly Grant[]> {
  const rows = await shownGrants(pool).where('g.company_id', '=', company).limit(MOST).execute()
  return rows.map(asGrant)
}
