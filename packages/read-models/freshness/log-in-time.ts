import { StoreUnavailable } from '@ecmr/event-store'

/** Reads of the event log that never make their callers wait long: what it answers, or that it is away. */
export interface LogInTime {
  /**
   * Reads from the log. Undefined when it is away: the read failed for that reason or took too long, or it is known to be
   * away and another read is finding out whether it is back.
   *
   * @throws what the read throws for other reasons than StoreUnavailable
   */
  read<Result>(read: () => Promise<Result>): Promise<{ readonly value: Result } | undefined>
  /** Milliseconds since a read last succeeded, or since the beginning. */
  unknownFor(): number
}

/**
 * @param options.limitMs how long one read may take
 */
export function logInTime({ limitMs }: { readonly limitMs: number }): LogInTime {
  let answered = performance.now()
  let isAway = false
  let isProbed = false

  function succeeded(): void {
    answered = performance.now()
    isAway = false
  }

  async function attempt<Result>(
    read: () => Promise<Result>,
  ): Promise<{ readonly value: Result } | undefined> {
    let timer: NodeJS.Timeout | undefined
    const timeOver = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limitMs, undefined)
    })
    try {
      const found = await Promise.race([read().then((value) => ({ value })), timeOver])
      if (found) succeeded()
      else isAway = true
      return found
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      isAway = true
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async read(read) {
      if (!isAway) return attempt(read)
      if (isProbed) return undefined
      isProbed = true
      try {
        return await attempt(read)
      } finally {
        isProbed = false
      }
    },
    unknownFor: () => performance.now() - answered,
  }
}
