import { type Position, START } from '@ecmr/event-store'
import type { ClientBase, Pool } from 'pg'
import type { Manifest, Part, SavedTable } from '../format/manifest.js'
import { copyOut } from '../tables/copy.js'
import {
  appliedMigrations,
  isSaved,
  sequencesOf,
  type TableHere,
  savableTables,
} from '../tables/saved-tables.js'
import type { PartWriter } from './part-writer.js'

/** What is saved of PostgreSQL besides the log, as of one instant. */
export interface SavedTables extends Pick<Manifest, 'at' | 'migrations' | 'tables' | 'sequences'> {
  /** of the log at that instant, when it is in the same database */
  readonly head: Position
}

/** A key is kept before the first event that is sealed with it is recorded. */
export const KEYS = 'privacy.data_keys'

/** Saves all tables but those whose content is made anew, and those of `except`, as of one instant. */
export async function saveTables(
  pool: Pool,
  writer: PartWriter,
  options: { readonly except: readonly string[]; readonly signal: AbortSignal },
): Promise<SavedTables> {
  return inSnapshot(pool, async (client) => {
    const { rows } = await client.query<{ at: Date; head: number | null }>(
      // The transaction began before it saw anything: all that was recorded by then is there.
      'select now() as at, (select max(position) from log.events) as head',
    )
    const head = rows[0]?.head ? String(rows[0].head).padStart(16, '0') : START
    const tables: SavedTable[] = []
    for (const table of await savableTables(client)) {
      options.signal.throwIfAborted()
      if (isSaved(table) && !options.except.includes(table.name))
        tables.push(await saveTable(client, writer, table))
    }
    return {
      at: (rows[0]?.at ?? new Date()).toISOString(),
      head,
      migrations: await appliedMigrations(client),
      tables,
      sequences: await sequencesOf(client),
    }
  })
}

/** Saves one table as it is now. */
export async function saveOneTable(pool: Pool, writer: PartWriter, name: string): Promise<SavedTable> {
  return inSnapshot(pool, async (client) => {
    const table = (await savableTables(client)).find((each) => each.name === name)
    return saveTable(client, writer, table ?? { name, columns: [] })
  })
}

async function saveTable(
  client: ClientBase,
  writer: PartWriter,
  { name, columns }: TableHere,
): Promise<SavedTable> {
  const parts: Part[] = []
  for await (const content of copyOut(client, { name, columns })) parts.push(await writer.write(content))
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  return { name, columns: [...columns], rows, parts }
}

/** All reads of one transaction see the database as it was at its first statement; writers are not held up. */
async function inSnapshot<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query(`begin isolation level repeatable read read only;
      set local datestyle = 'ISO'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
      set local bytea_output = 'hex'; set local extra_float_digits = 1`)
    const result = await work(client)
    await client.query('commit')
    isWhole = true
    return result
  } finally {
    // A connection in the middle of a transaction, or of a copy, is of no use to others.
    client.release(!isWhole)
  }
}
