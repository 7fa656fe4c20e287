import { BROKEN_OFF_AFTER_MS } from './stop.js'

/** A moment in which answers can still be sent. */
const BEFORE_MS = 1_000

/**
 * Ends what takes long a moment before `drain` breaks it off, so that whoever waits for it is still answered.
 *
 * @param asked aborts when the process is asked to stop
 * @param noticeMs for which `drain` listens on
 * @example
 * lastCall(asked, () => documents.close(), NOTICE_MS)
 */
export function lastCall(asked: AbortSignal, end: () => Promise<unknown>, noticeMs = 0): void {
  const inTime = (): void => {
    const timer = setTimeout(
      () => void end().catch(() => undefined),
      noticeMs + BROKEN_OFF_AFTER_MS - BEFORE_MS,
    )
    timer.unref()
  }
  asked.addEventListener('abort', inTime, { once: true })
}
