/** Whether an error is the reason of a signal of `AbortSignal.timeout`: the caller's time is over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
