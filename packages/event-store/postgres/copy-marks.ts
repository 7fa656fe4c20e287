import type { Pool } from 'pg'
import type { CopyMarks } from '../copy/copy-log.js'
import type { Mark } from '../copy/mark.js'

/** Keeps the marks of a copy in PostgreSQL, whichever of the two logs is there. See `migrateEventStore`. */
export function postgresCopyMarks(
  pool: Pool,
  { source, target }: { readonly source: string; readonly target: string },
): CopyMarks {
  return {
    async load(name) {
      const { rows } = await pool.query<{ mark: Mark }>(
        'select mark from log.copies where source = $1 and target = $2 and name = $3',
        [source, target, name],
      )
      return rows[0]?.mark
    },
    async save(name, mark) {
      await pool.query(
        `insert into log.copies (source, target, name, mark) values ($1, $2, $3, $4)
         on conflict (source, target, name) do update set mark = excluded.mark, updated_at = now()`,
        [source, target, name, JSON.stringify(mark)],
      )
    },
  }
}
