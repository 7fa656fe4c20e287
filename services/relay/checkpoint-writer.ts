import { setTimeout as delay } from 'node:timers/promises'
import { CheckpointMovedBack, type Checkpoints, retryUntilAborted } from '@ecmr/broker'
import { type Checkpoint, START } from '@ecmr/event-store'
import { reasonOf, withTimeout } from '@ecmr/runtime'

/** What the relay's place is kept under. */
export const RELAY = 'relay'

const REST_MS = 50
const LONGEST_PAUSE_MS = 2_000
/** A save that takes longer hangs, and is tried again over another connection. */
const SAVE_WITHIN_MS = 5_000
/** How long a stop waits for the last save. */
const LAST_SAVE_MS = 2_000

/** The relay's place in the log, saved a little behind. */
export interface CheckpointWriter {
  /** Everything up to here is stored by the broker. */
  moveTo(checkpoint: Checkpoint): void
  /** Saves what is not saved yet, if that is possible. To be called when nothing moves any more. */
  close(): Promise<void>
}

/**
 * Keeps the place of a relay: the first move is saved at once, what follows at most every 50 ms. A save that fails is
 * repeated with whatever is the place by then.
 *
 * @param options.onMovedBack called when the place was moved back by somebody else: nothing is saved from then on
 */
export function checkpointWriter(options: {
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
  readonly onMovedBack: () => void
}): CheckpointWriter {
  const { checkpoints, signal, onProblem, onMovedBack } = options
  let isMovedBack = false
  let place: Checkpoint | undefined
  let saved: Checkpoint | undefined
  let saving: Promise<void> | undefined

  async function save(): Promise<void> {
    const checkpoint = place
    if (checkpoint === undefined || checkpoint === saved || isMovedBack) return
    try {
      await withTimeout(SAVE_WITHIN_MS, checkpoints.save(RELAY, checkpoint, saved?.position ?? START))
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
    while (place !== saved && !signal.aborted && !isMovedBack) {
      await retryUntilAborted({ action: save, signal, onError, longestPauseMs: LONGEST_PAUSE_MS })
      await delay(REST_MS, undefined, { signal }).catch(() => undefined)
    }
    saving = undefined
  }

  return {
    moveTo(checkpoint) {
      place = checkpoint
      saving ??= saveWhileMoving()
    },
    async close() {
      const last = async (): Promise<void> => {
        await saving
        await save()
      }
      await withTimeout(LAST_SAVE_MS, last()).catch(() => undefined)
    },
  }
}
