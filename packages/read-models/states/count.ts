import { type CompanyId, type Status, statuses } from '@ecmr/domain'
import type { Pool } from 'pg'
import { type StatusCounts, statusCounts } from '../list/counters.js'
import { covers } from './conditions.js'

/**
 * Counts a company's notes by status as they stood at an instant, see `asOfInstant`. Walks the company's intervals, of which
 * a note has some four.
 */
export async function countByStatusAsOf(db: Pool, company: CompanyId, asOf: string): Promise<StatusCounts> {
  const { rows } = await db.query<{ cancelled: boolean; status: Status; notes: number }>({
    text: `select n.cancelled, n.status, count(*) as notes from rm_states.intervals n
      where n.company_id = $1 and n.status = any($2) and ${covers('$3::timestamptz')}
      group by n.cancelled, n.status`,
    values: [company, statuses, asOf],
  })
  return statusCounts(rows)
}
