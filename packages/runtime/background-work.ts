import { setMaxListeners } from 'node:events'

/** Work that goes on until it is stopped. */
export interface BackgroundWork {
  /** aborts when the work has to end */
  readonly signal: AbortSignal
  /** rejects when a piece of work fails; it never resolves */
  readonly failed: Promise<never>
  /** Takes charge of a piece of work that has been started with `signal`. */
  add(piece: Promise<void>): void
  /** Stops everything and waits for its end. */
  stop(): Promise<void>
}

/** Starts with no work. */
export function backgroundWork(): BackgroundWork {
  const stopping = new AbortController()
  // Every piece of work listens, several times some of them; beyond ten Node.js warns of a leak.
  setMaxListeners(0, stopping.signal)
  const pieces: Promise<void>[] = []
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  // It may fail before a caller waits for it.
  failed.catch(() => undefined)
  return {
    signal: stopping.signal,
    failed,
    add(piece) {
      piece.catch(fail)
      pieces.push(piece)
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(pieces)
    },
  }
}
