import { type Migrations, migrate } from '@ecmr/postgres'
import { type Kysely, sql } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { BYTES, countUsage, timeIndexes, usage } from './history/table.js'
import { projections } from './projections.js'
import { liveSchema, type Projection } from './runner/projection.js'
import { inTransaction } from './runner/transaction.js'

const migrations: Migrations = {
  '0001-checkpoints-and-parked-events': {
    async up(db) {
      await sql`create extension if not exists pg_trgm`.execute(db)
      await sql`create extension if not exists btree_gin`.execute(db)
      await sql`
        create table projections.checkpoints (
          name text primary key,
          position text collate "C" not null default '',
          generation integer not null default 0,
          updated_at timestamptz not null default now()
        ) with (fillfactor = 50)`.execute(db)
      await sql`
        create table projections.parked (
          projection text not null,
          stream text not null,
          position text collate "C" not null,
          revision integer not null,
          type text not null,
          error text,
          parked_at timestamptz not null default now(),
          primary key (projection, stream, position)
        )`.execute(db)
    },
  },
  // A history that is made anew gets these indexes as it is finished.
  '0002-history-by-time': {
    async up(db) {
      if (await isThere(db, 'rm_history.events')) await sql.raw(timeIndexes('rm_history')).execute(db)
    },
  },
  // Goes through the whole history once: some 100 MB of it a second.
  '0004-usage': {
    async up(db) {
      if (!(await isThere(db, 'rm_history.events'))) return
      await sql
        .raw(`alter table rm_history.events add column ${BYTES}; ${usage('rm_history')};
        ${countUsage('rm_history')}`)
        .execute(db)
    },
  },
  // Which event stands where a read model has come to: by this the log is recognised as the one it was made from.
  '0005-seen-events': {
    async up(db) {
      await sql`alter table projections.checkpoints add column if not exists seen jsonb`.execute(db)
    },
  },
  // For processes that answer from the read models alone and cannot ask the log how far these are behind.
  '0006-lag': {
    async up(db) {
      await sql`
        create table projections.lag (
          name text primary key,
          lag_ms double precision not null,
          looked_at timestamptz not null
        ) with (fillfactor = 50)`.execute(db)
    },
  },
}

async function isThere(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass(${table}::text) is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/**
 * Creates what projections and their queries need: checkpoints, parked events, and every read model that is missing.
 * Changing the shape of one that is there is the business of a rebuild.
 */
export async function migrateReadModels(pool: Pool): Promise<void> {
  await migrate(pool, 'projections', migrations)
  for (const projection of projections) {
    await inTransaction(pool, (db) => createIfMissing(db, projection))
  }
}

async function createIfMissing(db: ClientBase, projection: Projection<unknown>): Promise<void> {
  const { name } = projection
  await db.query("select pg_advisory_xact_lock(hashtext('ecmr:migrate'))")
  const added = await db.query(
    'insert into projections.checkpoints (name) values ($1) on conflict do nothing',
    [name],
  )
  if (added.rowCount === 0) return
  await db.query(`create schema ${liveSchema(name)}`)
  await projection.createTables(db, liveSchema(name))
  await projection.finish(db, liveSchema(name))
}
