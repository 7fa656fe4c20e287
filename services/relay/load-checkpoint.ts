import type { Checkpoints } from '@ecmr/broker'
import { type Checkpoint, confirms, type EventStore, LogDiverged, START } from '@ecmr/event-store'
import { reasonOf, retryUntilAborted, withTimeout } from '@ecmr/runtime'
import { RELAY } from './checkpoint-writer.js'

const MAX_DELAY_MS = 2_000
const LOAD_TIMEOUT_MS = 5_000

const ANOTHER_PRODUCT = 'it was kept for another product than EVENT_STORE names'
const DIVERGED =
  'The relay has carried events to NATS that the event log does not hold: the log was restored from an older copy, or events were removed. It has stopped; run "ecmr store reconcile".'

/**
 * Reads the relay's checkpoint, with retries; undefined when the signal aborts first. A position of another log is
 * refused, and so is one at which the log holds another event or none: to guess would skip events or repeat years of them.
 */
export async function loadCheckpoint(options: {
  readonly store: Pick<EventStore, 'isPosition' | 'readStreamEnd' | 'head' | 'nextPosition'>
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly onDiverged: (isDiverged: boolean) => void
}): Promise<Checkpoint | undefined> {
  const { store, checkpoints, signal, onProblem, onDiverged } = options
  async function load(): Promise<Checkpoint> {
    const found = await withTimeout(LOAD_TIMEOUT_MS, firstOrOwn(checkpoints))
    if (!store.isPosition(found.position)) throw new Error(ANOTHER_PRODUCT)
    if (!(await withTimeout(LOAD_TIMEOUT_MS, confirms(store, found)))) throw new LogDiverged(DIVERGED)
    return found
  }
  function onError(error: unknown): void {
    const isDiverged = error instanceof LogDiverged
    onDiverged(isDiverged)
    onProblem(isDiverged ? DIVERGED : `The relay's place in the log cannot be read: ${reasonOf(error)}.`)
  }
  const checkpoint = await retryUntilAborted(load, { signal, onError, maxDelayMs: MAX_DELAY_MS })
  onProblem(undefined)
  onDiverged(false)
  return checkpoint
}

/** The first relay of an installation continues where the notifier of the in-process broker stopped, if there was one. */
async function firstOrOwn(checkpoints: Checkpoints): Promise<Checkpoint> {
  const own = await checkpoints.load(RELAY)
  return own.position === START ? checkpoints.load('notifier') : own
}
