import { type Checkpoint, type EventStore, type Position, START, storedPosition } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { leaderOf, rebuilderOf, SEEN } from './checkpoint.js'
import { anotherLog, divergedSentence, isDiverged } from './diverged.js'
import type { Projection } from './projection.js'

/** Where a projection stands in the log. */
export interface Standing {
  readonly name: string
  readonly position: Position
  /** the same, or START when that is no place in this log */
  readonly passed: Position
  readonly head: Position
  /** there are events that it has not passed */
  readonly isBehind: boolean
  /** age of the oldest event that it has not passed, in milliseconds; 0 when there is none */
  readonly lag_ms: number
  /** for how long it has not moved although there are such events, in milliseconds */
  readonly still_ms: number
  /** streams that are parked */
  readonly parked: number
  /** a process keeps it up to date */
  readonly led: boolean
  readonly rebuilt: boolean
  /** a sentence about what keeps it from going on until an operator acts */
  readonly problem: string | null
}

interface Row extends Checkpoint, Pick<Standing, 'name' | 'still_ms' | 'parked' | 'led' | 'rebuilt'> {}

/** What telling how a projection is doing takes of the log. */
export type StatusLog = Pick<
  EventStore,
  'head' | 'readAll' | 'readStreamEnd' | 'isPosition' | 'nextPosition' | 'countBetween'
>

/** Where every projection stands. */
export async function readStandings(
  pool: Pool,
  store: StatusLog,
  projections: readonly Projection<unknown>[],
): Promise<readonly Standing[]> {
  // First the positions, then the head: what is written in between counts as lag, never the other way round.
  const rows = await readRows(
    pool,
    projections.map(({ name }) => name),
  )
  const head = await store.head()
  return Promise.all(rows.map((row) => standingOf(row, head, store)))
}

async function standingOf(row: Row, storeHead: Position, store: StatusLog): Promise<Standing> {
  const { name, parked, led, rebuilt } = row
  const position = storedPosition(row.position)
  const isElsewhere = anotherLog(store, name, position)
  const problem =
    isElsewhere ?? ((await isDiverged(store, { ...row, position })) ? divergedSentence(name) : null)
  const passed = isElsewhere === null ? position : START
  const head = storeHead > passed ? storeHead : passed
  const [oldest] = passed < head ? await store.readAll({ after: passed, limit: 1 }) : []
  const age = oldest ? Math.max(0, Date.now() - Date.parse(oldest.metadata.recorded_at)) : 0
  return {
    name,
    position,
    passed,
    head,
    isBehind: oldest !== undefined,
    lag_ms: age,
    // A quiet log moves nothing: it stands still since there is something to do.
    still_ms: Math.min(age, Math.max(0, Math.round(row.still_ms))),
    parked,
    led,
    rebuilt,
    problem,
  }
}

async function readRows(pool: Pool, names: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'projection status',
    text: `
      with held as (
        select (classid::bigint << 32) | objid::bigint as key from pg_locks
        where locktype = 'advisory' and objsubid = 1 and granted
          and database = (select oid from pg_database where datname = current_database())
      )
      select c.name, c.position, ${SEEN} as seen, extract(epoch from now() - c.updated_at)::float8 * 1000 as still_ms,
        (select count(distinct stream) from projections.parked p where p.projection = c.name) as parked,
        hashtextextended(n.leader, 0) in (select key from held) as led,
        hashtextextended(n.rebuilder, 0) in (select key from held) as rebuilt
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as n(name, leader, rebuilder, place)
      join projections.checkpoints c using (name)
      order by n.place`,
    values: [names, names.map(leaderOf), names.map(rebuilderOf)],
  })
  return rows
}

/** @throws Error with a sentence for each read model that has seen events which the log does not hold */
export async function checkReadModels(
  pool: Pool,
  store: StatusLog,
  projections: readonly Projection<unknown>[],
): Promise<void> {
  const { rows } = await pool.query<Checkpoint & { readonly name: string }>({
    name: 'check read models',
    text: `select name, position, ${SEEN} as seen from projections.checkpoints where name = any($1)`,
    values: [projections.map(({ name }) => name)],
  })
  const sentences = await Promise.all(
    rows.map(async (row) => ((await isDiverged(store, row)) ? [divergedSentence(row.name)] : [])),
  )
  if (sentences.flat().length > 0) throw new Error(sentences.flat().join(' '))
}
