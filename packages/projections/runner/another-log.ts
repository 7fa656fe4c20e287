import type { EventStore, Position } from '@ecmr/event-store'
import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { loadState, type RunnerState } from './checkpoint.js'
import type { RunnerLog } from './log.js'

const LOOK_EVERY_MS = 1_000

/** What an operator should know of a read model whose place is not one of the log's; null when it is. */
export function anotherLog(
  store: Pick<EventStore, 'isPosition'>,
  name: string,
  position: Position,
): string | null {
  if (store.isPosition(position)) return null
  return `The read model ${name} was made from the log in another store and stands still; run "ecmr projections rebuild all".`
}

/** Waits until a read model has been made anew, if it was made from the log in another store. */
export async function untilRebuilt(
  options: {
    readonly pool: Pool
    readonly store: Pick<EventStore, 'isPosition'>
    readonly name: string
    readonly log?: RunnerLog
  },
  from: RunnerState,
  signal: AbortSignal,
): Promise<RunnerState> {
  const { pool, store, name, log } = options
  let state = from
  const problem = anotherLog(store, name, state.position)
  if (problem !== null) log?.error({ projection: name, position: state.position }, problem)
  while (!store.isPosition(state.position) && !signal.aborted) {
    await sleep(LOOK_EVERY_MS, signal)
    state = await loadState(pool, name)
  }
  return state
}
