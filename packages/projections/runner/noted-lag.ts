import type { Pool } from 'pg'
import type { Standing } from './standing.js'

/** A lag that nobody has looked at for so long is not known any more: no projector is at work. */
const STALE_MS = 10_000

/** Notes how far the read models are behind the log, for processes that cannot ask the log. */
export async function noteLag(pool: Pool, standings: readonly Standing[]): Promise<void> {
  await pool.query({
    name: 'note lag',
    text: `insert into projections.lag (name, lag_ms, looked_at)
      select name, lag_ms, now() from unnest($1::text[], $2::float8[]) as seen(name, lag_ms)
      on conflict (name) do update set lag_ms = excluded.lag_ms, looked_at = excluded.looked_at`,
    values: [standings.map(({ name }) => name), standings.map(({ lag_ms }) => lag_ms)],
  })
}

/**
 * How far the farthest of some read models was behind the log when a projector last looked, in milliseconds; after ten
 * seconds without a look, for how long that is. 0 where no projector has ever looked.
 */
export async function notedLag(pool: Pool, names: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ lag_ms: number | null }>({
    name: 'noted lag',
    text: `select max(case when silent_ms > $2 then silent_ms else lag_ms end) as lag_ms
      from (select lag_ms, extract(epoch from now() - looked_at)::float8 * 1000 as silent_ms
        from projections.lag where name = any($1)) looks`,
    values: [names, STALE_MS],
  })
  return rows[0]?.lag_ms ?? 0
}
