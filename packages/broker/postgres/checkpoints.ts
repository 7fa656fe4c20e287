import { type Checkpoint, NO_POSITION, type Position, START, storedPosition } from '@ecmr/event-store'
import { CheckpointMovedBack, type Checkpoints } from '../port.js'
import type { Pool } from './migrate.js'

/** Stores checkpoints in PostgreSQL. */
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
    async save(name, { position, seen }, known) {
      const { rows } = await pool.query<{ stands: Position | null }>({
        name: 'save broker checkpoint',
        text: `with standing as materialized (
            select nullif(position, $3) as position from broker.checkpoints where name = $1 for update
          ),
          moved as (
            insert into broker.checkpoints (name, position, seen)
            select $1, $2, $4 where coalesce((select position from standing), '') >= $5 collate "C"
            on conflict (name) do update set position = excluded.position, seen = excluded.seen
            where nullif(checkpoints.position, $3) is null or checkpoints.position < excluded.position
          )
          select (select position from standing) as stands`,
        values: [name, position, NO_POSITION, seen && JSON.stringify(seen), known],
      })
      const stands = rows[0]?.stands ?? START
      if (stands < known)
        throw new CheckpointMovedBack(`the place of ${name} was moved back to ${stands || 'the start'}`)
    },
  }
}
