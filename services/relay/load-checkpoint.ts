import { type Checkpoints, retryUntilAborted } from '@ecmr/broker'
import { type Checkpoint, confirms, type EventStore, LogDiverged, START } from '@ecmr/event-store'
import { reasonOf, withTimeout } from '@ecmr/runtime'
import { RELAY } from './checkpoint-writer.js'

const LONGEST_PAUSE_MS = 2_000
const LOAD_WITHIN_MS = 5_000

const ANOTHER_PRODUCT = 'it was kept for another product than EVENT_STORE names'
const DIVERGED =
  'The relay has carried events to NATS that the event log does not hold: the log was restored from an older copy, or events were removed. It stands still; run "ecmr store reconcile".'

/**
 * Reads where the relay stood, however long that takes; undefined: the signal aborted before. A place in another log
 * than the one that it follows now is none: to guess would mean to leave events out or to send years of them again. Nor is
 * one at which the log holds another event, or none.
 */
export async function loadCheckpoint(options: {
  readonly store: Pick<EventStore, 'isPosition' | 'readStreamEnd' | 'head' | 'nextPosition'>
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly onDiverged: (isDiverged: boolean) => void
}): Promise<Checkpoint | undefined> {
  const { store, checkpoints, signal, onProblem, onDiverged } = options
  const place = await retryUntilAborted({
    async action() {
      const found = await withTimeout(LOAD_WITHIN_MS, whereItBegins(checkpoints))
      if (!store.isPosition(found.position)) throw new Error(ANOTHER_PRODUCT)
      if (!(await withTimeout(LOAD_WITHIN_MS, confirms(store, found)))) throw new LogDiverged(DIVERGED)
      return found
    },
    signal,
    onError(error) {
      const isDiverged = error instanceof LogDiverged
      onDiverged(isDiverged)
      onProblem(isDiverged ? DIVERGED : `The relay's place in the log cannot be read: ${reasonOf(error)}.`)
    },
    longestPauseMs: LONGEST_PAUSE_MS,
  })
  onProblem(undefined)
  onDiverged(false)
  return place
}

/** The first relay of an installation goes on where the notifier of the in-process broker came to, if there was one. */
async function whereItBegins(checkpoints: Checkpoints): Promise<Checkpoint> {
  const own = await checkpoints.load(RELAY)
  return own.position === START ? checkpoints.load('notifier') : own
}
