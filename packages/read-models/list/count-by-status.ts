import type { CompanyId, Status } from '@ecmr/domain'
import type { Pool } from 'pg'
import { ALL_DAYS } from './table.js'

/** How many notes of a company stand where, and how many are cancelled, which count nowhere else. */
export interface StatusCounts {
  readonly total: number
  readonly cancelled: number
  readonly byStatus: Readonly<Record<Status, number>>
}

/** Counts a company's notes by status, from the counters: five rows, however many notes there are. */
export async function countByStatus(db: Pool, company: CompanyId): Promise<StatusCounts> {
  const { rows } = await db.query<{ cancelled: boolean; status: Status; notes: number }>({
    name: 'count by status',
    text: `select cancelled, status, notes::int as notes from rm_list.counters
      where company_id = $1 and pickup_date = '${ALL_DAYS}'`,
    values: [company],
  })
  const byStatus = { draft: 0, assigned: 0, in_transit: 0, delivered: 0, incident: 0 }
  let total = 0
  let cancelled = 0
  for (const row of rows) {
    if (row.cancelled) cancelled += row.notes
    else {
      byStatus[row.status] = row.notes
      total += row.notes
    }
  }
  return { total, cancelled, byStatus }
}
