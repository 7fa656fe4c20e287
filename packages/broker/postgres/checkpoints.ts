import { NO_POSITION, START, storedPosition } from '@ecmr/event-store'
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
      return storedPosition(rows[0]?.position ?? START)
    },
    async save(name, position) {
      await pool.query({
        name: 'save broker checkpoint',
        text: `insert into broker.checkpoints (name, position) values ($1, $2)
          on conflict (name) do update set position = excluded.position
          where nullif(checkpoints.position, $3) is null or checkpoints.position < excluded.position`,
        values: [name, position, NO_POSITION],
      })
    },
  }
}
