import { setTimeout as delay } from 'node:timers/promises'

/** Resolves when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Resolves after so many milliseconds, or at once when the signal aborts; false when it has aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Waits for a result, or until the signal aborts: then undefined. A failure after that is ignored. */
export async function raceAbort<Result>(
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  result.catch(() => undefined)
  if (signal.aborted) return undefined
  let stop = (): void => undefined
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([result, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Waits for a result for so many milliseconds. A result or failure after that is ignored; the work itself is not cancelled.
 *
 * @param timeoutError made when the time is over; by default it says `no answer within … s`
 */
export async function withTimeout<Result>(
  ms: number,
  result: Promise<Result>,
  timeoutError = () => new Error(`no answer within ${ms / 1_000} s`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
