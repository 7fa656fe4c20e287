import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'
import { columnList, type Table, type TableRecord } from '../runner/table.js'

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
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(SPECIAL, (character) => ESCAPED[character] ?? character)
}
