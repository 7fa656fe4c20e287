import { setTimeout as delay } from 'node:timers/promises'
import { joinLockSession, type LockSession } from './lock-session.js'

const TRY_EVERY_MS = 1_000

/** What one process at a time does, see `runAsLeader`. */
interface Leading {
  readonly url: string
  /** what is led; processes with the same name exclude each other */
  readonly name: string
  readonly signal: AbortSignal
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly onError?: (error: unknown) => void
}

/**
 * Runs work in one process at a time, fenced by a session-level advisory lock. All that a process leads on a server, it leads
 * over one connection, see `joinLockSession`. A process that waits tries again every second, so another process takes over
 * shortly after the holder's connection is gone: within 5 s also when the holder is frozen or cut off from the server. A
 * holder that wakes up may go on for the moment that it takes to notice; what must not happen twice needs a fence of its own.
 *
 * `work` gets a signal that aborts when the lock is lost or the outer signal aborts; it is started again whenever the
 * lock is won again. Resolves only when the outer signal aborts. Errors of `work` go to `onError`, and after a pause
 * it is tried again.
 */
export async function runAsLeader(options: Leading): Promise<void> {
  const { url, signal, onError } = options
  const { session, leave } = joinLockSession(url)
  try {
    while (!signal.aborted) {
      try {
        await leadOnce(await session(), options)
      } catch (error) {
        if (!signal.aborted) onError?.(error)
      }
      await delay(TRY_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    await leave()
  }
}

async function leadOnce(session: LockSession, { name, signal, work }: Leading): Promise<void> {
  if (!(await session.tryLock(name))) return
  try {
    const leading = AbortSignal.any([signal, session.ended])
    if (!leading.aborted) await work(leading)
  } finally {
    await session.unlock(name)
  }
}
