import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import pg from 'pg'
import copy from 'pg-copy-streams'

/** The tables of a database that hold a name in any column, also in bytes. */
export async function tablesNaming(databaseUrl: string, name: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const naming: string[] = []
    for (const { table } of rows) if (await isNamedIn(client, table, name)) naming.push(table)
    return naming
  } finally {
    await client.end()
  }
}

async function isNamedIn(client: pg.Client, table: string, name: string): Promise<boolean> {
  const sought = [Buffer.from(name), Buffer.from(Buffer.from(name).toString('hex'))]
  let found = false
  let tail = Buffer.alloc(0)
  for await (const chunk of client.query(copy.to(`copy ${table} to stdout`))) {
    const text = Buffer.concat([tail, chunk])
    found ||= sought.some((bytes) => text.includes(bytes))
    // A name may stand across two chunks.
    tail = text.subarray(-2 * name.length)
  }
  return found
}

/** The files below some directories that hold a name, PDF files also in what is attached to them. */
export async function filesNaming(directories: readonly string[], name: string): Promise<readonly string[]> {
  const naming: string[] = []
  for (const directory of directories) {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name)
      const bytes = await readFile(file)
      if ([bytes, ...streamsOf(bytes)].some((part) => part.includes(name))) naming.push(file)
    }
  }
  return naming
}

/** The streams of a PDF file, unpacked; pages write with numbers of glyphs, attachments are as they were attached. */
function streamsOf(file: Buffer): readonly Buffer[] {
  if (!file.subarray(0, 5).equals(Buffer.from('%PDF-'))) return []
  const streams: Buffer[] = []
  for (let from = file.indexOf(BEGIN); from >= 0; from = file.indexOf(BEGIN, from)) {
    from += BEGIN.length
    // What follows a packed stream is no part of it.
    const stream = unpacked(file.subarray(file[from] === CARRIAGE_RETURN ? from + 2 : from + 1))
    if (stream) streams.push(stream)
  }
  return streams
}

const BEGIN = '\nstream'
const CARRIAGE_RETURN = 0x0d

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes)
  } catch {
    return undefined
  }
}
