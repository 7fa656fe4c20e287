import { type Migrations, type openPool, type TablesStep, tablesOf } from '@ecmr/postgres'
import { sql } from 'kysely'

export type Pool = ReturnType<typeof openPool>

const migrations: Migrations = {
  '0001-checkpoints': {
    async up(db) {
      await sql`
        create table broker.checkpoints (
          name text primary key,
          position text collate "C" not null
        ) with (fillfactor = 50)`.execute(db)
    },
  },
  '0002-progress': {
    async up(db) {
      await sql`
        create table broker.progress (
          name text primary key,
          position text collate "C" not null,
          problem text,
          seen_at timestamptz not null
        ) with (fillfactor = 50)`.execute(db)
    },
  },
  // The event at the checkpoint, by which the log is recognised as the one that was followed.
  '0003-seen-events': {
    async up(db) {
      await sql`alter table broker.checkpoints add column seen jsonb`.execute(db)
    },
  },
}

/** Creates the tables for checkpoints and for the relay's status. */
export const migrateBroker: TablesStep = tablesOf('broker', migrations)
