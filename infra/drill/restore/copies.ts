import { readFile, writeFile } from 'node:fs/promises'
import type { openPool } from '@ecmr/postgres'

type Pool = ReturnType<typeof openPool>
type Client = Pick<Pool, 'query'>

/** Which of two parts of an installation. */
export type Half = 'log' | 'rest'

const ATTEMPTS = 10

/** What an operator has copies of, and puts back. */
export interface Copies {
  /** Copies both halves as of one moment. */
  take(name: string): Promise<void>
  restore(name: string, half: Half): Promise<void>
  drop(name: string): Promise<void>
}

/** Copies of a database whose log is in it, as tables beside the originals. */
export function databaseCopies(pool: Pool): Copies {
  return {
    take: (name) => takeTables(pool, name, [...LOG_TABLES]),
    restore: (name, half) => restoreTables(pool, name, half),
    drop: (name) => dropTables(pool, name),
  }
}

/** Copies of a database, and of the journal of a stand-in for EventStoreDB which holds the log. */
export function journalCopies(
  pool: Pool,
  journal: { readonly file: string; stop(): Promise<void>; start(): Promise<void> },
): Copies {
  const fileOf = (name: string): string => `${journal.file}.${name}`
  return {
    async take(name) {
      // The log last: what it holds more than the rest is caught up.
      await takeTables(pool, name, [])
      await writeFile(fileOf(name), await readFile(journal.file))
    },
    async restore(name, half) {
      if (half === 'rest') return restoreTables(pool, name, half)
      await journal.stop()
      await writeFile(journal.file, await readFile(fileOf(name)))
      await journal.start()
    },
    drop: (name) => dropTables(pool, name),
  }
}

const LOG_TABLES = ['log.events'] as const
const REST = `select schemaname || '.' || tablename as name from pg_tables
  where schemaname not in ('log', 'pg_catalog', 'information_schema', 'public')
    and schemaname not like 'copy\\_%' and schemaname not like 'rm\\_%\\_%' and tablename not like 'kysely%'
  order by name`

async function takeTables(pool: Pool, name: string, log: readonly string[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`set transaction isolation level repeatable read; create schema copy_${name}`)
    for (const table of [...(await restOf(client)), ...log])
      await client.query(`create table copy_${name}."${table}" as table ${table}`)
  })
}

async function restoreTables(pool: Pool, name: string, half: Half): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(pool, async (client) => {
        await client.query(`set local session_replication_role = replica; set local lock_timeout = '2s'`)
        await endOthers(client)
        await (half === 'log' ? restoreLog(client, name) : restoreRest(client, name))
        // As after a restore of the whole server: every client has to reconnect.
        await endOthers(client)
      })
      return
    } catch (error) {
      // A service that runs on holds what is to be exchanged, or waits for it.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function restoreLog(client: Client, name: string): Promise<void> {
  await client.query('alter table log.events disable trigger append_only')
  await client.query('truncate log.events')
  await fill(client, name, 'log.events')
  await client.query('alter table log.events enable always trigger append_only')
}

async function restoreRest(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'copy_${name}' and tablename not like 'log.%'`,
  )
  const tables = rows.map((row) => row.name)
  await client.query(`truncate ${tables.join(', ')}`)
  for (const table of tables) await fill(client, name, table)
}

async function fill(client: Client, name: string, table: string): Promise<void> {
  const [schema, relation] = table.split('.')
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
    [schema, relation],
  )
  const columns = rows[0]?.columns
  await client.query(
    `insert into ${table} (${columns}) overriding system value select ${columns} from copy_${name}."${table}"`,
  )
}

async function dropTables(pool: Pool, name: string): Promise<void> {
  await pool.query(`drop schema if exists copy_${name} cascade`)
}

async function restOf(client: Client): Promise<readonly string[]> {
  return (await client.query<{ name: string }>(REST)).rows.map(({ name }) => name)
}

/** Ends all sessions but ours and those by which an embedded server knows who uses it. */
async function endOthers(client: Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'drill'
       and application_name not similar to 'ecmr (guest|service) %'`,
  )
}

async function inTransaction(pool: Pool, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
