/**
 * Lets concurrent callers share one query. A caller is never answered by a query that began before the call: while
 * one is under way, all who come wait for the next.
 */
export function sharedQuery<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined

  function start(): Promise<Result> {
    next = undefined
    const started = query()
    // The next caller waits for its end, not for its success.
    running = started.catch(() => undefined)
    return started
  }

  return () => {
    next ??= running.then(start)
    return next
  }
}
