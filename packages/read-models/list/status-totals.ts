import { type CompanyId, parseStatus, type Status } from '@ecmr/domain'
import type { Pool } from 'pg'
import { ALL_DAYS } from './table.js'

/** How many notes a company has. */
export interface StatusTotals {
  /** cancelled ones left out */
  readonly byStatus: Readonly<Record<Status, number>>
  readonly cancelled: number
}

/** A company's notes by status, from the counters. */
export async function statusTotals(db: Pool, company: CompanyId): Promise<StatusTotals> {
  const { rows } = await db.query<{ cancelled: boolean; status: string; notes: string | number }>({
    name: 'status totals',
    text: `select cancelled, status, notes from rm_list.counters where company_id = $1 and pickup_date = '${ALL_DAYS}'`,
    values: [company],
  })
  const standing = rows.filter(({ cancelled }) => !cancelled)
  const count = (status: Status): number =>
    Number(standing.find((row) => parseStatus(row.status) === status)?.notes ?? 0)
  return {
    byStatus: {
      draft: count('draft'),
      assigned: count('assigned'),
      in_transit: count('in_transit'),
      delivered: count('delivered'),
      incident: count('incident'),
    },
    cancelled: rows.reduce((sum, { cancelled, notes }) => sum + (cancelled ? Number(notes) : 0), 0),
  }
}
