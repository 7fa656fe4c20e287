import type { CompanyId, Status } from '@ecmr/domain'
import { columnList, type RowChange, rowsOf, type Statement, valuesOf } from '@ecmr/projections'
import type { Pool } from 'pg'
import type { ListRow } from './apply.js'
import { ALL_DAYS, countersTable } from './table.js'

interface Delta {
  readonly company_id: string
  readonly cancelled: boolean
  readonly status: string
  readonly pickup_date: string
  notes: number
}

/** What a batch of changes does to the counters; changes that cancel out are left out. */
export function counterDeltas(changes: readonly RowChange<ListRow>[]): readonly Delta[] {
  const deltas = new Map<string, Delta>()
  const count = (row: ListRow, by: number): void => {
    const { status, pickup_date, cancelled_at } = row.item
    const cancelled = cancelled_at !== undefined
    for (const day of [pickup_date, ALL_DAYS]) {
      const key = `${day} ${cancelled} ${status} ${row.company_id}`
      const delta = deltas.get(key)
      if (delta) delta.notes += by
      else deltas.set(key, { company_id: row.company_id, cancelled, status, pickup_date: day, notes: by })
    }
  }
  for (const { before, after } of changes) {
    if (before) count(before, -1)
    count(after, 1)
  }
  return [...deltas.values()].filter((delta) => delta.notes !== 0)
}

/** Adds to the counters. */
export function storedCounters(schema: string, deltas: readonly Delta[]): readonly Statement[] {
  if (deltas.length === 0) return []
  const columns = columnList(countersTable)
  const text = `insert into ${schema}.counters as c (${columns}) select ${columns} from ${rowsOf(countersTable)}
    on conflict (company_id, cancelled, status, pickup_date) do update set notes = c.notes + excluded.notes`
  const records = deltas.map((delta) => ({ ...delta }))
  return [{ as: `count_${schema}`, text, values: valuesOf(countersTable, records) }]
}

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
  return statusCounts(rows)
}

/** Counts that were found by status, of notes that are cancelled and of those that are not. */
export function statusCounts(
  rows: readonly { readonly cancelled: boolean; readonly status: Status; readonly notes: number }[],
): StatusCounts {
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
