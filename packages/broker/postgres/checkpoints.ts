import { type Migrations, migrate, type openPool } from '@ecmr/postgres'
import { sql } from 'kysely'
import type { Checkpoints } from '../checkpoints.js'

type Pool = ReturnType<typeof openPool>

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
}

/** Creates the tables in which those who follow the log for a broker keep their places. */
export async function migrateBroker(pool: Pool): Promise<void> {
  await migrate(pool, 'broker', migrations)
}

/** Keeps places in PostgreSQL, so that whoever follows the log resumes where he was after a restart. */
export function brokerCheckpoints(pool: Pool): Checkpoints {
  return {
    async load(name) {
      const { rows } = await pool.query<{ position: string }>(
        'select position from broker.checkpoints where name = $1',
        [name],
      )
      return rows[0]?.position ?? ''
    },
    async save(name, position) {
      await pool.query({
        name: 'save broker checkpoint',
        text: `insert into broker.checkpoints (name, position) values ($1, $2)
          on conflict (name) do update set position = excluded.position
          where checkpoints.position < excluded.position`,
        values: [name, position],
      })
    },
  }
}
