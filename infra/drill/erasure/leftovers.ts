import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** The files below some directories that hold a name. */
export async function filesNaming(directories: readonly string[], name: string): Promise<readonly string[]> {
  const naming: string[] = []
  for (const directory of directories) {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name)
      if ((await readFile(file)).includes(name)) naming.push(file)
    }
  }
  return naming
}
