import {
  type Checkpoint,
  NO_POSITION,
  type Position,
  type SeenEvent,
  START,
  storedPosition,
} from '@ecmr/event-store'
import type { ClientBase, Pool } from 'pg'
import { type Statement, textArray } from './statement.js'

/** What a runner knows when it starts; its every write proves that it still holds. */
export interface RunnerState extends Checkpoint {
  /** changes whenever another writer than the runner touched the read model: a rebuild, a retry of parked events */
  readonly generation: number
  /** streams whose events are held */
  readonly parked: ReadonlySet<string>
}

/** Another process has written to this read model since; what the runner knows is out of date. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/** The channel that tells `<projection> <position>` after each commit. */
export const POSITIONS_CHANNEL = 'ecmr_projections'

/** The event at which a checkpoint stands; a version that did not know of it may have moved the position alone. */
export const SEEN = `case when seen->>'position' = position then seen end`

/** Where a projection stands, and which streams it has put aside. */
export async function loadState(pool: Pool, name: string): Promise<RunnerState> {
  const { rows } = await pool.query<{
    position: Position
    seen: SeenEvent | null
    generation: number
    parked: string[]
  }>(
    `select position, ${SEEN} as seen, generation,
       array(select distinct stream from projections.parked where projection = name) as parked
     from projections.checkpoints where name = $1`,
    [name],
  )
  const [row] = rows
  if (!row) throw new Error(`There is no read model called ${name}; run the migrations first`)
  return { ...row, position: storedPosition(row.position), parked: new Set(row.parked) }
}

/**
 * Moves the checkpoint on, first thing in a transaction: its row lock makes all others wait, and its condition
 * fails if another writer was faster. Waiters are notified when the transaction commits.
 *
 * @throws Fenced
 */
export async function moveCheckpoint(
  db: ClientBase,
  name: string,
  state: RunnerState,
  to: Checkpoint,
): Promise<void> {
  const { rowCount } = await db.query({
    name: 'move checkpoint',
    text: `update projections.checkpoints set position = $4, seen = $5, updated_at = now()
      where name = $1 and generation = $2 and position = any($3)
      returning pg_notify('${POSITIONS_CHANNEL}', $1 || ' ' || $4)`,
    values: [
      name,
      state.generation,
      storedAs(state.position),
      to.position,
      to.seen && JSON.stringify(to.seen),
    ],
  })
  if (rowCount !== 1)
    throw new Fenced(`The read model ${name} is no longer at ${state.position || 'its start'}`)
}

/**
 * What moves several checkpoints on, each as `moveCheckpoint` does, beside statements that write their rows. One that
 * is locked is not waited for. It fails, and nothing is written, unless all of them can be moved.
 *
 * @returns `last`: the query at the end of them
 */
export function moveCheckpoints(
  moves: readonly { readonly name: string; readonly state: RunnerState; readonly to: Checkpoint }[],
): { readonly statements: readonly Statement[]; readonly last: string } {
  const values = [
    moves.map(({ name }) => name),
    moves.map(({ state }) => String(state.generation)),
    moves.map(({ state }) => state.position),
    moves.map(({ to }) => to.position),
    moves.map(({ to }) => to.seen && JSON.stringify(to.seen)),
  ].map(textArray)
  const statements = [
    {
      as: 'asked',
      text: `select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
        as asked(name, generation, from_position, position, seen)`,
      values,
    },
    {
      as: 'held',
      // What is written is what was there when the statement began: no one may have written since, until the lock.
      text: `select c.name from asked join projections.checkpoints s using (name)
          join projections.checkpoints c on c.name = s.name and c.xmin = s.xmin
        where c.generation = asked.generation::int
          and case c.position when '${NO_POSITION}' then '${START}' else c.position end = asked.from_position
        for update of c skip locked`,
      values: [],
    },
    {
      as: 'moved',
      text: `update projections.checkpoints c
        set position = asked.position, seen = asked.seen::jsonb, updated_at = now()
        from asked join held using (name) where c.name = asked.name
        returning pg_notify('${POSITIONS_CHANNEL}', c.name || ' ' || c.position)`,
      values: [],
    },
  ]
  // A read model and its checkpoint are written together: a crash takes both back to the same event.
  const last = `select set_config('synchronous_commit', 'off', true), 1 / (count(*) = ${moves.length})::int from moved`
  return { statements, last }
}

/** How a place may be stored that is read as this one. */
function storedAs(position: Position): readonly Position[] {
  return position === START ? [START, NO_POSITION] : [position]
}

/** The advisory lock of the process that runs a projection. */
export const leaderOf = (projection: string): string => `projection ${projection}`

/** The advisory lock of the process that rebuilds a projection. */
export const rebuilderOf = (projection: string): string => `rebuild of projection ${projection}`
