import { readFile, writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'

/** Takes the newest events away from the log in PostgreSQL, as a restore from an older copy does. */
export async function removeNewest(pool: Pool, events: number): Promise<void> {
  await tamper(pool, [
    `delete from log.events where position > (select max(position) - ${events} from log.events)`,
  ])
}

/** What a database's owner can do: the trigger that refuses changes is switched off meanwhile. */
export async function tamper(pool: Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; alter table log.events disable trigger append_only')
    for (const statement of statements) await client.query(statement)
    await client.query('alter table log.events enable always trigger append_only; commit')
  } finally {
    client.release()
  }
}

/** Takes the newest appends away from the journal of a stand-in for EventStoreDB, which must not run. */
export async function removeNewestAppends(file: string, appends: number): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  await writeFile(
    file,
    lines
      .slice(0, -appends)
      .map((line) => `${line}\n`)
      .join(''),
  )
}
