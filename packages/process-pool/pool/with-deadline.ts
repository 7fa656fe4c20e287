/** The time within which a caller is answered is over. */
export class AnswerOverdue extends Error {
  override readonly name = 'AnswerOverdue'
}

/**
 * Does something with a signal that aborts when `signal` does, or with AnswerOverdue when the time is over, and rejects as soon as
 * it aborts.
 */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new AnswerOverdue()), ms)
  const leave = (): void => over.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const aborted = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason), { once: true })
  })
  try {
    return await Promise.race([work(over.signal), aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}
