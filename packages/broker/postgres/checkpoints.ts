import type { Checkpoints } from '../checkpoints.js'
import type { Pool } from './migrate.js'

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
