import { type Checkpoint, type EventStore, type Position, START, storedPosition } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { projections } from '../projections.js'
import { anotherLog } from './another-log.js'
import { SEEN } from './checkpoint.js'
import { divergedSentence, isDiverged } from './diverged.js'
import { eventsAhead } from './lag.js'
import { leaderOf, rebuilderOf } from './leadership.js'

/** How a projection is doing. */
export interface ProjectionStatus {
  readonly name: string
  readonly position: Position
  readonly head: Position
  /** events of the log that it has not passed yet; 10,000 may be more where the log has holes */
  readonly lag_events: number
  /** age of the oldest of them in milliseconds */
  readonly lag_ms: number
  /** streams that are parked */
  readonly parked: number
  readonly state: 'up_to_date' | 'catching_up' | 'rebuilding' | 'stopped'
  /** a sentence about what keeps it from going on until somebody does something about it */
  readonly problem: string | null
}

interface Row extends Checkpoint {
  readonly name: string
  readonly parked: number
  readonly led: boolean
  readonly rebuilt: boolean
}

/** What telling how a projection is doing takes of the log. */
export type StatusLog = Pick<EventStore, 'head' | 'readAll' | 'readStreamEnd' | 'isPosition' | 'nextPosition'>

/** How every projection is doing. */
export async function projectionStatus(pool: Pool, store: StatusLog): Promise<readonly ProjectionStatus[]> {
  // First the positions, then the head: what is written in between counts as lag, never the other way round.
  const rows = await readRows(pool)
  const head = await store.head()
  return Promise.all(rows.map((row) => statusOf(row, head, store)))
}

async function statusOf(row: Row, storeHead: Position, store: StatusLog): Promise<ProjectionStatus> {
  const { name, parked, led, rebuilt } = row
  const position = storedPosition(row.position)
  const isElsewhere = anotherLog(store, name, position)
  const problem =
    isElsewhere ?? ((await isDiverged(store, { ...row, position })) ? divergedSentence(name) : null)
  const passed = isElsewhere === null ? position : START
  const head = storeHead > passed ? storeHead : passed
  const [oldest] = passed < head ? await store.readAll({ after: passed, limit: 1 }) : []
  const age = oldest ? Date.now() - Date.parse(oldest.metadata.recorded_at) : 0
  const caughtUp = oldest ? 'catching_up' : 'up_to_date'
  return {
    name,
    position,
    head,
    lag_events: oldest ? await eventsAhead(store, name, passed, head) : 0,
    lag_ms: Math.max(0, age),
    parked,
    state: rebuilt ? 'rebuilding' : led && problem === null ? caughtUp : 'stopped',
    problem,
  }
}

async function readRows(pool: Pool): Promise<readonly Row[]> {
  const names = projections.map(({ name }) => name)
  const { rows } = await pool.query<Row>({
    name: 'projection status',
    text: `
      with held as (
        select (classid::bigint << 32) | objid::bigint as key from pg_locks
        where locktype = 'advisory' and objsubid = 1 and granted
          and database = (select oid from pg_database where datname = current_database())
      )
      select c.name, c.position, ${SEEN} as seen,
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
