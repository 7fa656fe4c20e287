const STOP_WITHIN_MS = 20_000

/** What has been opened, to be closed in the opposite order. */
export interface Opened {
  /** Remembers how to close something that has just been opened. */
  closeWith(close: () => unknown): void
  /** Closes everything, newest first. What fails to close does not keep the rest open. */
  closeAll(onError: (error: unknown) => void): Promise<void>
}

/** Starts with nothing open. */
export function nothingOpened(): Opened {
  const closers: (() => unknown)[] = []
  return {
    closeWith: (close) => void closers.push(close),
    async closeAll(onError) {
      for (let close = closers.pop(); close; close = closers.pop()) {
        try {
          await close()
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}

/** Aborts at the first SIGINT or SIGTERM. The second one, or a stop that takes too long, ends the process at once. */
export function untilAskedToStop(): AbortSignal {
  const asked = new AbortController()
  const onSignal = (): void => {
    if (asked.signal.aborted) process.exit(1)
    asked.abort()
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return asked.signal
}

/** Resolves when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
