import type { ClientBase } from 'pg'
import type { HeldEvent } from './fold.js'

/** Notes events that wait, by reference: the log keeps the events themselves. */
export async function holdEvents(
  db: ClientBase,
  projection: string,
  held: readonly HeldEvent[],
): Promise<void> {
  if (held.length === 0) return
  const records = held.map(({ event: { stream, position, revision, type }, error }) => ({
    projection,
    stream,
    position,
    revision,
    type,
    error,
  }))
  await db.query(
    `insert into projections.parked (projection, stream, position, revision, type, error)
     select projection, stream, position, revision, type, error from json_to_recordset($1)
       as r(projection text, stream text, position text, revision integer, type text, error text)`,
    [JSON.stringify(records)],
  )
}
