import { type Checkpoint, NO_POSITION, START, storedPosition } from '@ecmr/event-store'
import type { Checkpoints } from '../checkpoints.js'
import type { Pool } from './migrate.js'

/** Keeps places in PostgreSQL, so that whoever follows the log resumes where he was after a restart. */
export function brokerCheckpoints(pool: Pool): Checkpoints {
  return {
    async load(name) {
      // A version that did not remember events may have moved the position alone.
      const { rows } = await pool.query<Checkpoint>(
        `select position, case when seen->>'position' = position then seen end as seen
         from broker.checkpoints where name = $1`,
        [name],
      )
      const { position = START, seen = null } = rows[0] ?? {}
      return { position: storedPosition(position), seen }
    },
    async save(name, { position, seen }) {
      await pool.query({
        name: 'save broker checkpoint',
        text: `insert into broker.checkpoints (name, position, seen) values ($1, $2, $4)
          on conflict (name) do update set position = excluded.position, seen = excluded.seen
          where nullif(checkpoints.position, $3) is null or checkpoints.position < excluded.position`,
        values: [name, position, NO_POSITION, seen && JSON.stringify(seen)],
      })
    },
  }
}
