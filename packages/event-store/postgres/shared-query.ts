/**
 * Lets concurrent callers share one query. A caller is never answered by a query that began before the call: while
 * one is under way, all who come wait for the next.
 */
export function sharedQuery<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined
  let next: Promise<Result> | undefined

  function start(): Promise<Result> {
    next = undefined
    const started = query()
    const done = started.then(
      () => undefined,
      () => undefined,
    )
    running = done.then(() => {
      if (running === marker) running = undefined
    })
    const marker = running
    return started
  }

  return () => {
    if (!running) return start()
    next ??= running.then(start)
    return next
  }
}
