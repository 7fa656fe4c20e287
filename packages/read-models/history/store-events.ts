import { columnList, recordset } from '@ecmr/projections'
import type { ClientBase } from 'pg'
import type { HistoryRow } from './row.js'
import { eventsTable } from './table.js'

/** Inserts events, and adds what they take to what their companies use: one statement for both. */
export async function storeEvents(
  db: ClientBase,
  schema: string,
  rows: readonly HistoryRow[],
): Promise<void> {
  if (rows.length === 0) return
  await db.query({
    name: `insert ${schema}.events`,
    text: `with inserted as (
        insert into ${schema}.events (${columnList(eventsTable)})
        select ${columnList(eventsTable)} from ${recordset(eventsTable)}
        returning company_id, bytes, revision
      )
      insert into ${schema}.usage as u (company_id, bytes, events, notes)
      select company_id, sum(bytes), count(*), count(*) filter (where revision = 0) from inserted group by company_id
      on conflict (company_id) do update set bytes = u.bytes + excluded.bytes,
        events = u.events + excluded.events, notes = u.notes + excluded.notes`,
    values: [JSON.stringify(rows)],
  })
}
