import { retryUntilAborted } from '@ecmr/runtime'
import type { Pool } from 'pg'

/** How backups in one place go. */
export interface PlaceRecord {
  readonly place: string
  /** milliseconds between two that are made by themselves; null: none are */
  readonly every_ms: number | null
  /** since when that is so, or the place was first used */
  readonly since: Date
  /** the instant of the newest backup; null: there is none yet */
  readonly ok_at: Date | null
  readonly failed_at: Date | null
  /** why the last one came to nothing; null: it did not */
  readonly problem: string | null
  /** since the newest backup, or since the beginning */
  readonly age_ms: number
}

/** Notes that backups are made by themselves, and how often. */
export async function noteSchedule(pool: Pool, place: string, everyMs: number): Promise<void> {
  await pool.query(
    `with others as (update backup.places set every_ms = null where place <> $1 and every_ms is not null)
      insert into backup.places (place, every_ms) values ($1, $2)
      on conflict (place) do update set
        since = case when places.every_ms is null then now() else places.since end, every_ms = excluded.every_ms`,
    [place, everyMs],
  )
}

/** Notes that backups are not made by themselves any more; tries until the database takes it, or the signal aborts. */
export async function noteNoSchedule(
  pool: Pick<Pool, 'query'>,
  options: {
    readonly signal: AbortSignal
    readonly log: { warn(fields: object, message: string): void }
  },
): Promise<void> {
  const { signal, log } = options
  const statement = 'update backup.places set every_ms = null where every_ms is not null'
  await retryUntilAborted(() => pool.query(statement), {
    signal,
    onError: (error) => log.warn({ err: error }, 'it is not noted yet that no backups are scheduled'),
  })
}

/** Notes that a backup was made. */
export async function noteBackup(
  pool: Pool,
  place: string,
  { at, id, bytes }: { readonly at: string; readonly id: string; readonly bytes: number },
): Promise<void> {
  await pool.query(
    `insert into backup.places (place, ok_at, backup_id, bytes) values ($1, $2, $3, $4)
      on conflict (place) do update set ok_at = excluded.ok_at, backup_id = excluded.backup_id,
        bytes = excluded.bytes, failed_at = null, problem = null`,
    [place, at, id, bytes],
  )
}

/** Notes why no backup was made. */
export async function noteFailure(pool: Pool, place: string, problem: string): Promise<void> {
  await pool.query(
    `insert into backup.places (place, failed_at, problem) values ($1, now(), $2)
      on conflict (place) do update set failed_at = excluded.failed_at, problem = excluded.problem`,
    [place, problem],
  )
}

/** How backups go, in all places that were used. */
export async function placeRecords(pool: Pick<Pool, 'query'>): Promise<readonly PlaceRecord[]> {
  const { rows } = await pool.query<PlaceRecord>(
    `select place, every_ms, since, ok_at, failed_at, problem,
        (extract(epoch from now() - coalesce(ok_at, since)) * 1000)::float8 as age_ms
      from backup.places order by place`,
  )
  return rows
}

/** Whether a backup has been made in a place before. */
export async function hasUsed(pool: Pool, place: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from backup.places where place = $1 and ok_at is not null', [
    place,
  ])
  return (rowCount ?? 0) > 0
}
