import { CheckpointMovedBack, type Checkpoints } from '@ecmr/broker'
import { type Checkpoint, START } from '@ecmr/event-store'
import { reasonOf, retryUntilAborted, sleep, withTimeout } from '@ecmr/runtime'

/** The name of the relay's checkpoint. */
export const RELAY = 'relay'

const SAVE_INTERVAL_MS = 50
const MAX_DELAY_MS = 2_000
/** A save that takes longer is retried over another connection. */
const SAVE_TIMEOUT_MS = 5_000
const LAST_SAVE_TIMEOUT_MS = 2_000

/** Saves the relay's checkpoint in the background. */
export interface CheckpointWriter {
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
