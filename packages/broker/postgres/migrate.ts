import { type Migrations, migrate, type openPool } from '@ecmr/postgres'
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
  // Which event stands at a place: by this the log is recognised as the one that was followed.
  '0003-seen-events': {
    async up(db) {
      await sql`alter table broker.checkpoints add column seen jsonb`.execute(db)
    },
  },
}

/** Creates the tables in which those who follow the log for a broker keep their places and say how they are. */
export async function migrateBroker(pool: Pool): Promise<void> {
  await migrate(pool, 'broker', migrations)
}
