import { sleep } from './abort.js'

/** Delays in milliseconds that double with each retry. */
export interface BackoffOptions {
  /** 100 by default */
  readonly firstDelayMs?: number
  /** 5,000 by default */
  readonly maxDelayMs?: number
}

/** The delays between retries of one loop. */
export interface Backoff {
  /** The next delay, milliseconds. */
  next(): number
  /** Waits for the next delay, or until the signal aborts; false when it has aborted. */
  wait(signal: AbortSignal): Promise<boolean>
  /** The next delay is the first one again. */
  reset(): void
}

/**
 * For loops that need more than `retryUntilAborted`: those that begin anew after a success.
 *
 * @example
 * const delays = backoff({ maxDelayMs: 2_000 })
 * while (!signal.aborted) {
 *   if (await connectOnce()) delays.reset()
 *   await delays.wait(signal)
 * }
 */
export function backoff({ firstDelayMs = 100, maxDelayMs = 5_000 }: BackoffOptions = {}): Backoff {
  let delayMs = firstDelayMs
  function next(): number {
    const current = delayMs
    delayMs = Math.min(delayMs * 2, maxDelayMs)
    return current
  }
  return {
    next,
    wait: (signal) => sleep(next(), signal),
    reset() {
      delayMs = firstDelayMs
    },
  }
}

/**
 * Tries until it succeeds, with growing delays between the tries. The first try is always made, and a try under way is
 * waited for.
 *
 * @param options.onError gets the error of each try that fails; when it throws, there is no other try
 * @returns undefined when the signal aborted before a try succeeded
 * @example
 * await retryUntilAborted(() => checkpoints.save(position), { signal, onError: (err) => log.warn({ err }, 'retried') })
 */
export async function retryUntilAborted<Result>(
  action: () => Promise<Result>,
  options: BackoffOptions & {
    readonly signal: AbortSignal
    readonly onError?: (error: unknown) => void
  },
): Promise<Result | undefined> {
  const delays = backoff(options)
  do {
    try {
      return await action()
    } catch (error) {
      options.onError?.(error)
    }
  } while (await delays.wait(options.signal))
  return undefined
}
