import { type Migrations, type TablesStep, tablesOf } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
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

/**
 * What creates checkpoints, parked events, and every read model that is missing. Changing the shape of one that is there is
 * the business of a rebuild.
 *
 * @param changes of tables that are there; their names are ordered together with the engine's own
 */
export function projectionTables(
  projections: readonly Projection<unknown>[],
  changes: Migrations = {},
): TablesStep {
  const ownTables = tablesOf('projections', { ...migrations, ...changes })
  return async (pool) => {
    await ownTables(pool)
    for (const projection of projections) {
      await inTransaction(pool, (db) => createIfMissing(db, projection))
    }
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
