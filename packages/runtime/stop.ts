import { setTimeout as delay } from 'node:timers/promises'

const STOP_WITHIN_MS = 20_000
const ECHO_MS = 1_000

/** How long requests under way have to finish after listening has ended. */
const FINISH_MS = 4_000

/** Left for sending answers before connections are closed. */
const ANSWER_MS = 1_000

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

/**
 * Aborts at the first SIGINT, SIGTERM, or SIGHUP of a terminal that is closed. Another one a second later or more, or a stop that takes too long, ends the
 * process at once. (Before that it is an echo: npm passes on to us what a terminal has sent to both of us.)
 */
export function signalOfProcess(): AbortSignal {
  const shutdown = new AbortController()
  let begunAt = 0
  const onSignal = (): void => {
    if (!shutdown.signal.aborted) {
      begunAt = performance.now()
      shutdown.abort()
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    } else if (performance.now() - begunAt > ECHO_MS) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return shutdown.signal
}

/**
 * Stops listening and lets requests under way finish, for a few seconds. Then what takes long is ended, its clients are given time to
 * receive the answer, and the connections that are left are closed.
 *
 * @param options.noticeMs how long it still listens, so that load balancers see that the process is not ready any more
 * @param options.endLongWork ends work that requests wait for, such as reading documents; they are answered that it was ended
 * @example
 * closeWith(() => drain(api, { noticeMs: NOTICE_MS, endLongWork: () => documents.close() }))
 */
export async function drain(
  server: {
    close(): PromiseLike<unknown>
    readonly server: { closeAllConnections(): void }
  },
  options: { readonly noticeMs?: number; readonly endLongWork?: () => Promise<unknown> } = {},
): Promise<void> {
  const { noticeMs = 0, endLongWork } = options
  if (noticeMs > 0) await delay(noticeMs)
  const drained = new AbortController()
  const { signal } = drained
  // One after the other instead of two timers: in a process that was frozen both would be over at once.
  const breakOff = async (): Promise<void> => {
    await delay(FINISH_MS, undefined, { signal })
    await endLongWork?.().catch(() => undefined)
    await delay(ANSWER_MS, undefined, { signal })
    server.server.closeAllConnections()
  }
  const broken = breakOff().catch(() => undefined)
  try {
    await server.close()
  } finally {
    drained.abort()
    await broken
  }
}
