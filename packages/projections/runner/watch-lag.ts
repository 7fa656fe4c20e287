import { START } from '@ecmr/event-store'
import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import type { MeasuredStanding, Projection, RunnerLog, RunnerMetrics } from './projection.js'
import { readStandings, type Standing, type StatusLog } from './standing.js'

const LOOK_EVERY_MS = 2_000
/** A read model that has not moved for so long, although there are events for it, stands still. */
const STILL_MS = 5_000
const SAY_EVERY_MS = 60_000

/** What a sentence about a read model is made of. */
type Behind = Pick<Standing, 'name' | 'lag_ms' | 'still_ms'>

/** A sentence about a read model that stands still although there are events for it; undefined when it does not. */
export function standsStill({ name, still_ms, lag_ms }: Behind): string | undefined {
  if (still_ms < STILL_MS) return undefined
  const [still, behind] = [still_ms, lag_ms].map((ms) => Math.round(ms / 1_000))
  return `The read model ${name} has stood still for ${still} s, ${behind} s behind the event log.`
}

/** What is known of the lag of all read models. */
export interface LagWatch {
  /** Rejects with a sentence about each read model that stands still. */
  check(): Promise<void>
  /** resolves when the signal has aborted */
  readonly ended: Promise<void>
}

/**
 * Looks every two seconds how far the read models are behind the log, until the signal aborts. One that stands still,
 * whatever the reason, is logged: at once, every minute while that lasts, and when it is over.
 */
export function watchLag(options: {
  readonly pool: Pool
  readonly store: StatusLog
  readonly projections: readonly Projection<unknown>[]
  readonly signal: AbortSignal
  readonly log?: RunnerLog | undefined
  readonly metrics?: RunnerMetrics | undefined
}): LagWatch {
  const { pool, store, projections, signal, log, metrics } = options
  const still = new Map<string, { readonly sentence: string; readonly saidAt: number }>()

  function note(standing: Standing): void {
    const { name, problem } = standing
    metrics?.stands(name, measured(standing, store))
    // A problem that needs an operator is logged on its own.
    const sentence = problem === null ? standsStill(standing) : undefined
    const before = still.get(name)
    if (sentence === undefined) {
      if (still.delete(name)) log?.info({ projection: name }, 'the read model goes on')
      return
    }
    const now = performance.now()
    const isDue = !before || now - before.saidAt >= SAY_EVERY_MS
    if (isDue) log?.warn({ projection: name }, sentence)
    still.set(name, { sentence, saidAt: isDue ? now : before.saidAt })
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      // A log or a database that cannot be read is reported elsewhere.
      const standings = await readStandings(pool, store, projections).catch(() => [])
      for (const standing of standings) note(standing)
      if (standings.length > 0) await noteLag(pool, standings).catch(() => undefined)
      await sleep(LOOK_EVERY_MS, signal)
    }
  }

  return {
    async check() {
      if (still.size > 0) throw new Error([...still.values()].map(({ sentence }) => sentence).join(' '))
    },
    ended: watch(),
  }
}

function measured(
  { lag_ms: lagMs, parked, rebuilt: isRebuilt, passed, head }: Standing,
  { countBetween }: StatusLog,
): MeasuredStanding {
  if (!countBetween) return { lagMs, parked, isRebuilt }
  const events = { recorded: countBetween(START, head), passed: countBetween(START, passed) }
  return { lagMs, parked, isRebuilt, events }
}

/** A lag not measured for this long counts as unknown: no projector is at work. */
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
