import { type Checkpoint, confirms, type EventStore } from '@ecmr/event-store'
import { sleep } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { loadState } from './checkpoint.js'
import type { RunnerLog, RunnerMetrics } from './log.js'

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
