import { setTimeout as delay } from 'node:timers/promises'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/**
 * Does something until it succeeds, with growing pauses between tries. It is tried at least once, and a try that is
 * under way is waited for. Undefined: the signal aborted before it succeeded.
 */
export async function retryUntilAborted<Result>(options: {
  readonly action: () => Promise<Result>
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
  /** 5 s by default */
  readonly longestPauseMs?: number
}): Promise<Result | undefined> {
  const { longestPauseMs = LONGEST_PAUSE_MS } = options
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await options.action()
    } catch (error) {
      options.onError(error)
    }
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined)
    if (options.signal.aborted) return undefined
  }
}
