import { eraseData, type JsonObject, toEcmrEvent } from '@ecmr/domain'
import type { Queries } from '@ecmr/projections'
import type { HistoryRow } from './table.js'

/** Takes the personal values that an event erases out of the earlier events of its note. */
export async function eraseEarlier(db: Queries, schema: string, row: HistoryRow): Promise<void> {
  const event = toEcmrEvent(row)
  if (event?.type !== 'PersonalDataErased' || event.data.due !== undefined) return
  const { categories } = event.data
  const { rows } = await db.query<Pick<HistoryRow, 'revision' | 'type'> & { readonly data: JsonObject }>(
    `select revision, type, data from ${schema}.events where ecmr_id = $1 and revision < $2`,
    [row.ecmr_id, row.revision],
  )
  const erased = rows.map(({ revision, type, data }) => ({
    revision,
    data: eraseData(type, data, categories),
  }))
  await db.query(rewriting(schema), [row.ecmr_id, JSON.stringify(erased)])
}

// What companies use counts what is kept now: a rebuild comes to the same.
const rewriting = (schema: string): string => `
  with before as (select revision, bytes from ${schema}.events where ecmr_id = $1),
  changed as (
    update ${schema}.events e set data = c.data
    from json_to_recordset($2::json) as c(revision integer, data json)
    where e.ecmr_id = $1 and e.revision = c.revision
    returning e.company_id, e.revision, e.bytes
  )
  update ${schema}.usage u set bytes = u.bytes - less.bytes
  from (
    select company_id, sum(b.bytes - c.bytes) as bytes from changed c join before b using (revision) group by company_id
  ) less
  where u.company_id = less.company_id`
