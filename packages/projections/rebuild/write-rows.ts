import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { EventStore, Position } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'
import { type HeldEvent, messageOf } from '../runner/fold.js'
import { holdEvents } from '../runner/parked.js'
import type { RowChange } from '../runner/projection.js'
import { storeRows } from '../runner/store-rows.js'
import { columnList, type Table, type TableRecord, textOf } from '../runner/table.js'
import { inTransaction, isRefusedRow } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'

type Streams = Pick<EventStore, 'readStream'>

/**
 * Writes rows as they stand at a position. One that the database refuses is found by halving, as the runner does; its
 * stream is parked.
 *
 * @returns the streams that were parked
 */
export async function writeRows<Row>(
  target: Target<Row>,
  store: Streams,
  rows: readonly RowChange<Row>[],
  upTo: Position,
): Promise<readonly string[]> {
  const [only] = rows
  if (!only) return []
  try {
    await inTransaction(target.pool, (db) => writeAtOnce(db, target, rows))
    return []
  } catch (error) {
    if (!isRefusedRow(error)) throw error
    if (rows.length === 1) return writeStepByStep(target, store, only, upTo)
    const middle = rows.length >> 1
    const first = await writeRows(target, store, rows.slice(0, middle), upTo)
    return [...first, ...(await writeRows(target, store, rows.slice(middle), upTo))]
  }
}

async function writeAtOnce<Row>(
  db: ClientBase,
  { projection, schema }: Target<Row>,
  rows: readonly RowChange<Row>[],
): Promise<void> {
  const added = rows
    .filter(({ before }) => before === undefined)
    .map(({ after }) => projection.records(after))
  for (const [place, table] of projection.tables.entries()) {
    const records = added.flatMap((one) => one[place] ?? [])
    await copyRecords(db, schema, table, records)
  }
  const changed = rows.filter(({ before }) => before !== undefined)
  if (changed.length > 0) await storeRows(db, projection, schema, changed)
}

/** Goes through the stream event by event, to find the one from which on the row is refused. */
async function writeStepByStep<Row>(
  target: Target<Row>,
  store: Streams,
  { key, stream, before }: RowChange<Row>,
  upTo: Position,
): Promise<readonly string[]> {
  const { projection, schema, checkpoint, pool } = target
  const events = (await store.readStream(stream))
    .map(projection.upcast)
    .filter(
      (event) => event.position <= upTo && projection.knows(event.type) && projection.key(event) === key,
    )
  let stored = before
  let row: Row | undefined
  for (const [place, event] of events.entries()) {
    const after: Row = projection.apply(row, event)
    try {
      const change = { key, stream, before: stored, after }
      await inTransaction(pool, (db) => storeRows(db, projection, schema, [change]))
    } catch (error) {
      if (!isRefusedRow(error)) throw error
      const held = events
        .slice(place)
        .map((one, i): HeldEvent => ({ event: one, error: i === 0 ? messageOf(error) : null }))
      await inTransaction(pool, (db) => holdEvents(db, checkpoint, held))
      return [stream]
    }
    row = after
    stored = after
  }
  return []
}

const CHUNK_CHARACTERS = 65_536

/** Writes new rows with COPY, the fastest way in; a row that is there already is an error. */
export async function copyRecords(
  db: ClientBase,
  schema: string,
  table: Table,
  records: readonly TableRecord[],
): Promise<void> {
  if (records.length === 0) return
  const copy = db.query(from(`copy ${schema}.${table.name} (${columnList(table)}) from stdin`))
  await pipeline(Readable.from(chunks(Object.keys(table.columns), records), { objectMode: false }), copy)
}

function* chunks(columns: readonly string[], records: readonly TableRecord[]): Generator<string> {
  let chunk = ''
  for (const record of records) {
    chunk += `${columns.map((column) => copyText(record[column])).join('\t')}\n`
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const SPECIAL = /[\\\n\r\t]/g
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of COPY. */
function copyText(value: TableRecord[string] | undefined): string {
  const text = textOf(value)
  if (text === null) return '\\N'
  return text.replace(SPECIAL, (character) => ESCAPED[character] ?? character)
}
