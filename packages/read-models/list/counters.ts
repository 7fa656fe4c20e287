import type { RowChange } from '@ecmr/projections'
import type { ClientBase } from 'pg'
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
