import { retryUntilAborted } from '@ecmr/runtime'
import type { Settled } from './settle.js'

/** Writes results as they come: those that come while a write is under way go together in the next one. */
export interface Recorder {
  /** Resolves when the result is written, or when giving up. Never rejects. */
  record(result: Settled): Promise<void>
}

const EVERY_HALF_SECOND = { firstDelayMs: 500, maxDelayMs: 500 }

/**
 * @param write tried until it succeeds, since a result that is not written makes a duplicate
 * @param options.giveUp stops trying
 */
export function openRecorder(
  write: (results: readonly Settled[]) => Promise<void>,
  { giveUp, onError }: { readonly giveUp: AbortSignal; readonly onError: (error: unknown) => void },
): Recorder {
  let queue: Settled[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()

  async function writeQueue(): Promise<void> {
    await current
    const batch = queue
    queue = []
    current = retryUntilAborted(() => write(batch), { signal: giveUp, onError, ...EVERY_HALF_SECOND })
    next = undefined
    await current
  }

  return {
    record(result) {
      queue.push(result)
      next ??= writeQueue()
      return next
    },
  }
}
