/** Waits for a result, or for the signal: then undefined. What hangs must not hold up the end. */
export async function unlessAborted<Result>(
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  // Nobody hears of a failure that comes after the end.
  result.catch(() => undefined)
  if (signal.aborted) return undefined
  let stop = (): void => undefined
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
