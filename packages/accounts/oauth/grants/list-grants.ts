import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Grant } from './grant.js'

/** The assistants that may read a company's notes now, newest first, at most 100. */
export async function listGrants(_pool: Pool, _company: CompanyId): Promise<readonly Grant[]> {
  throw new Error('not built yet')
}
