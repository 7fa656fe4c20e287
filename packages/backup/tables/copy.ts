import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from, to } from 'pg-copy-streams'
import { type Lines, wholeLines } from './chunks.js'
import { quoted } from './saved-tables.js'

/** Columns of a table whose rows are copied, as PostgreSQL's text of them, which it reads back to the same values. */
interface Columns {
  readonly name: string
  readonly columns: readonly string[]
}

/** The rows of a table, as lines; memory holds a part of them at a time. */
export function copyOut(client: ClientBase, { name, columns }: Columns): AsyncGenerator<Lines, void, void> {
  return rowsOf(client, `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)
}

/** The rows of a COPY statement, as lines. */
export async function* rowsOf(client: ClientBase, statement: string): AsyncGenerator<Lines, void, void> {
  yield* wholeLines(client.query(to(statement)))
}

/** Adds rows to a table as they were copied out of one. */
export async function copyIn(
  client: ClientBase,
  { name, columns }: Columns,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const rows = client.query(from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(Readable.from(parts, { objectMode: false }), rows)
}
