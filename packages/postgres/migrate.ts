import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Pool } from 'pg'
import { openPool, queryBuilders } from './pool.js'
import { isDoneByNewer } from './schema-version.js'

const databaseOf = queryBuilders<unknown>()

/**
 * Migrations by name. Names start with a number and, once landed, neither name nor content changes. A name that ends in `.expand`
 * promises that the release before works with what it makes.
 */
export type Migrations = Readonly<Record<string, Migration>>

/** Brings tables up to date. */
export type TablesStep = (pool: Pool) => Promise<void>

const known = new Map<string, readonly string[]>()

/** The names of the migrations that the loaded packages have, by schema. */
export const knownMigrations = (): ReadonlyMap<string, readonly string[]> => known

/**
 * Tells of the tables of a schema, which what it returns brings up to date: see `migrate`.
 *
 * @example
 * export const migrateRegisters = tablesOf('registers', { '0001-entries': entries })
 */
export function tablesOf(schema: string, migrations: Migrations): TablesStep {
  known.set(schema, Object.keys(migrations))
  return (pool) => migrate(pool, schema, migrations)
}

/**
 * Brings one schema up to date. Processes that start at the same time wait for each other. Where a newer release has been, and
 * has only added what this one can do without, nothing is done.
 *
 * @throws the first failing migration's error, or SchemaIsNewer
 */
export async function migrate(pool: Pool, schema: string, migrations: Migrations): Promise<void> {
  const names = Object.keys(migrations)
  if (await isDoneByNewer(pool, schema, names)) return
  const db = databaseOf(pool)
  await createSchema(db, schema)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: schema,
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  // A newer release may have come in between.
  if (!(await isDoneByNewer(pool, schema, names))) throw error
}

/**
 * Takes the steps that a process needs in its database before it can work, such as `migrate`, one after the other, over
 * connections of its own, where no statement takes too long.
 */
export async function migrateAll(url: string, steps: readonly TablesStep[]): Promise<void> {
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
