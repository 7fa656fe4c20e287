import type { Checkpoints } from '@ecmr/broker'
import { type Migrations, migrate, type openPool } from '@ecmr/postgres'
import { sql } from 'kysely'

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

/** Creates the table in which the in-process broker keeps its consumers' places. */
export async function migrateBrokerCheckpoints(pool: Pool): Promise<void> {
  await migrate(pool, 'broker', migrations)
}

/** Keeps the places of the in-process broker's consumers, so that it resumes where it was after a restart. */
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
          on conflict (name) do update set position = excluded.position`,
        values: [name, position],
      })
    },
  }
}
