import { setTimeout as delay } from 'node:timers/promises'

const STOP_WITHIN_MS = 20_000
const ECHO_MS = 1_000

/** How long requests under way have to finish after listening has ended. */
const BROKEN_OFF_AFTER_MS = 5_000
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
 * Stops listening and lets requests under way finish, for a few seconds; then their connections are closed.
 *
 * @param noticeMs how long it still listens, so that load balancers see that the process is not ready any more
 */
export async function drain(
  server: {
    close(): PromiseLike<unknown>
    readonly server: { closeAllConnections(): void }
  },
  noticeMs = 0,
): Promise<void> {
  if (noticeMs > 0) await delay(noticeMs)
  const timer = setTimeout(() => server.server.closeAllConnections(), BROKEN_OFF_AFTER_MS)
  await server.close()
  clearTimeout(timer)
}

/**
 * Ends what takes long a second before `drain` closes connections, so that its clients still get an answer.
 *
 * @param noticeMs for which `drain` still listens
 * @example
 * closeBeforeDrain(shutdownSignal, () => documents.close(), NOTICE_MS)
 */
export function closeBeforeDrain(
  shutdownSignal: AbortSignal,
  close: () => Promise<unknown>,
  noticeMs = 0,
): void {
  const inTime = (): void => {
    const timer = setTimeout(
      () => void close().catch(() => undefined),
      noticeMs + BROKEN_OFF_AFTER_MS - ANSWER_MS,
    )
    timer.unref()
  }
  shutdownSignal.addEventListener('abort', inTime, { once: true })
}
