import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Pool } from 'pg'
import { openPool, queryBuilders } from './pool.js'

const databaseOf = queryBuilders<unknown>()

/** Migrations by name. Names start with a number and, once landed, neither name nor content changes. */
export type Migrations = Readonly<Record<string, Migration>>

/**
 * Brings one schema up to date. Processes that start at the same time wait for each other.
 *
 * @throws the first failing migration's error, or an error when the database is newer than the code
 */
export async function migrate(pool: Pool, schema: string, migrations: Migrations): Promise<void> {
  const db = databaseOf(pool)
  await createSchema(db, schema)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: schema,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * Takes the steps that a process needs in its database before it can work, such as `migrate`, one after the other, over
 * connections of its own, where no statement takes too long.
 */
export async function migrateAll(
  url: string,
  steps: readonly ((pool: Pool) => Promise<void>)[],
): Promise<void> {
  const pool = openPool({ url, max: 2, name: 'tables' })
  try {
    for (const step of steps) await step(pool)
  } finally {
    await pool.end()
  }
}

async function createSchema(db: Kysely<unknown>, schema: string): Promise<void> {
  // "if not exists" still fails when two sessions create the same schema at once, so they queue here.
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ecmr:migrate'))`.execute(tx)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
  })
}
