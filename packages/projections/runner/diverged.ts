import { type Checkpoint, confirms, type EventStore, type Position } from '@ecmr/event-store'
import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { loadState, type RunnerState } from './checkpoint.js'
import type { RunnerLog, RunnerMetrics } from './projection.js'

const LOOK_EVERY_MS = 1_000
const SAY_EVERY_MS = 60_000

type Log = Pick<EventStore, 'readStreamEnd' | 'head' | 'nextPosition' | 'isPosition'>

/** What an operator should know of a read model that has seen events which the log does not hold. */
export function divergedSentence(name: string): string {
  return `The read model ${name} has seen events that the event log does not hold: the log was restored from an older copy, or events were removed. It stands still; run "ecmr store reconcile", then "ecmr projections rebuild all".`
}

/** Whether a log has answered, and does not confirm a checkpoint. */
export async function isDiverged(store: Log, checkpoint: Checkpoint): Promise<boolean> {
  if (!store.isPosition(checkpoint.position)) return false
  return confirms(store, checkpoint).then(
    (isConfirmed) => !isConfirmed,
    () => false,
  )
}

/** Waits until the log confirms the checkpoint of a read model that it did not confirm: until it was made anew. */
export async function untilConfirmed(
  options: {
    readonly pool: Pool
    readonly store: Log
    readonly name: string
    readonly log?: RunnerLog
    readonly metrics?: RunnerMetrics
  },
  signal: AbortSignal,
): Promise<void> {
  const { pool, store, name, log, metrics } = options
  metrics?.diverged(name, true)
  let saidAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now()
      log?.error({ projection: name }, divergedSentence(name))
    }
    await sleep(LOOK_EVERY_MS, signal)
    if (signal.aborted) break
    const checkpoint = await loadState(pool, name)
    if (await confirms(store, checkpoint).catch(() => false)) break
  }
  metrics?.diverged(name, false)
}

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
