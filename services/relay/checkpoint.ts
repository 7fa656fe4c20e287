import { CheckpointMovedBack, type Checkpoints } from '@ecmr/broker'
import { type Checkpoint, confirms, type EventStore, LogDiverged, START } from '@ecmr/event-store'
import { reasonOf, retryUntilAborted, sleep, withTimeout } from '@ecmr/runtime'

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

/** The name of the relay's checkpoint. */
export const RELAY = 'relay'

const SAVE_INTERVAL_MS = 50
/** A save that takes longer is retried over another connection. */
const SAVE_TIMEOUT_MS = 5_000
const LAST_SAVE_TIMEOUT_MS = 2_000

/** Saves the relay's checkpoint in the background. */
interface CheckpointWriter {
  /** The broker has stored everything up to here. */
  moveTo(checkpoint: Checkpoint): void
  /** Saves the last checkpoint if possible. Call it when nothing moves any more. */
  close(): Promise<void>
}

/**
 * The first checkpoint is saved at once, later ones at most every 50 ms. A failed save is retried with the checkpoint of
 * that moment.
 *
 * @param options.onMovedBack called when another process moved the checkpoint back: nothing is saved from then on
 */
export function checkpointWriter(options: {
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly onMovedBack: () => void
}): CheckpointWriter {
  const { checkpoints, signal, onProblem, onMovedBack } = options
  let isMovedBack = false
  let current: Checkpoint | undefined
  let saved: Checkpoint | undefined
  let saving: Promise<void> | undefined

  async function save(): Promise<void> {
    const checkpoint = current
    if (checkpoint === undefined || checkpoint === saved || isMovedBack) return
    try {
      await withTimeout(SAVE_TIMEOUT_MS, checkpoints.save(RELAY, checkpoint, saved?.position ?? START))
    } catch (error) {
      if (!(error instanceof CheckpointMovedBack)) throw error
      isMovedBack = true
      return onMovedBack()
    }
    saved = checkpoint
    onProblem(undefined)
  }

  async function saveWhileMoving(): Promise<void> {
    const onError = (error: unknown): void =>
      onProblem(`The relay's place in the log cannot be saved: ${reasonOf(error)}.`)
    while (current !== saved && !signal.aborted && !isMovedBack) {
      await retryUntilAborted(save, { signal, onError, maxDelayMs: MAX_DELAY_MS })
      await sleep(SAVE_INTERVAL_MS, signal)
    }
    saving = undefined
  }

  return {
    moveTo(checkpoint) {
      current = checkpoint
      saving ??= saveWhileMoving()
    },
    async close() {
      const last = async (): Promise<void> => {
        await saving
        await save()
      }
      await withTimeout(LAST_SAVE_TIMEOUT_MS, last()).catch(() => undefined)
    },
  }
}
