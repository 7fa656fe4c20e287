import { setTimeout as delay } from 'node:timers/promises'
import type { Settled } from './settle.js'

/** Writes results as they come: those that come while a write is under way go together in the next one. */
export interface Recorder {
  /** Resolves when the result is written, or when giving up. Never rejects. */
  record(result: Settled): Promise<void>
}

const PAUSE_MS = 500

/**
 * @param write tried until it succeeds, since a result that is not written makes a duplicate
 * @param options.giveUp stops trying
 */
export function openRecorder(
  write: (results: readonly Settled[]) => Promise<void>,
  options: { readonly giveUp: AbortSignal; readonly onError: (error: unknown) => void },
): Recorder {
  let queue: Settled[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()

  async function writeQueue(): Promise<void> {
    await current
    const batch = queue
    queue = []
    current = writeUntilDone(batch)
    next = undefined
    await current
  }

  async function writeUntilDone(batch: readonly Settled[]): Promise<void> {
    for (;;) {
      try {
        return await write(batch)
      } catch (error) {
        options.onError(error)
        if (options.giveUp.aborted) return
        await delay(PAUSE_MS, undefined, { signal: options.giveUp }).catch(() => undefined)
      }
    }
  }

  return {
    record(result) {
      queue.push(result)
      next ??= writeQueue()
      return next
    },
  }
}
