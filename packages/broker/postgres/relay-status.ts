import type { Position } from '@ecmr/event-store'
import type { Pool } from './migrate.js'

/** The last report of a process that publishes the log to a broker. */
export interface RelayStatus {
  /** the broker has stored everything up to here */
  readonly position: Position
  /** a sentence about what is wrong, or null */
  readonly problem: string | null
  readonly seen_at: Date
  /** age by the clock that wrote it, milliseconds */
  readonly age_ms: number
}

/** Writes a report. Repeat it every few seconds: a process without reports counts as gone. */
export async function reportRelayStatus(
  pool: Pool,
  {
    name,
    position,
    problem,
  }: { readonly name: string; readonly position: Position; readonly problem?: string },
): Promise<void> {
  await pool.query({
    name: 'report broker progress',
    text: `insert into broker.progress (name, position, problem, seen_at) values ($1, $2, $3, clock_timestamp())
      on conflict (name) do update
        set position = excluded.position, problem = excluded.problem, seen_at = excluded.seen_at`,
    values: [name, position, problem ?? null],
  })
}

/** The last report under a name; undefined when there has been none. */
export async function readRelayStatus(pool: Pool, name: string): Promise<RelayStatus | undefined> {
  const { rows } = await pool.query<RelayStatus>({
    name: 'read broker progress',
    text: `select position, problem, seen_at,
        (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as age_ms
      from broker.progress where name = $1`,
    values: [name],
  })
  return rows[0]
}
