import {
  type Checkpoint,
  NO_POSITION,
  type Position,
  type SeenEvent,
  START,
  storedPosition,
} from '@ecmr/event-store'
import type { ClientBase, Pool } from 'pg'

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

/** How a place may be stored that is read as this one. */
function storedAs(position: Position): readonly Position[] {
  return position === START ? [START, NO_POSITION] : [position]
}

/** The advisory lock of the process that runs a projection. */
export const leaderOf = (projection: string): string => `projection ${projection}`

/** The advisory lock of the process that rebuilds a projection. */
export const rebuilderOf = (projection: string): string => `rebuild of projection ${projection}`
