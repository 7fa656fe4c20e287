import type { CompanyId, Status } from '@ecmr/domain'
import type { RowChange } from '@ecmr/projections'
import type { ClientBase, Pool } from 'pg'
import type { ListRow } from './apply.js'
import { ALL_DAYS } from './table.js'

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

export async function storeCounters(db: ClientBase, schema: string, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return
  await db.query({
    name: `count ${schema}`,
    text: `insert into ${schema}.counters as c (company_id, cancelled, status, pickup_date, notes)
      select company_id, cancelled, status, pickup_date, notes
      from json_to_recordset($1) as r(company_id text, cancelled boolean, status text, pickup_date date, notes bigint)
      on conflict (company_id, cancelled, status, pickup_date) do update set notes = c.notes + excluded.notes`,
    values: [JSON.stringify(deltas)],
  })
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
