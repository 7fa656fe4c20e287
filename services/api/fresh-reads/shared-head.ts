import type { EventStore, Position } from '@ecmr/event-store'

/**
 * Asks for the head of the log, once for all who ask at the same time. An answer counts only for those who were there
 * before its question was put: whoever comes later may know of a newer event, and shares the next question.
 */
export function sharedHead(store: Pick<EventStore, 'head'>): () => Promise<Position> {
  let running: Promise<unknown> | undefined
  let next: Promise<Position> | undefined

  function ask(): Promise<Position> {
    next = undefined
    const question = store.head()
    const done = question
      .catch(() => undefined)
      .then(() => {
        if (running === done) running = undefined
      })
    running = done
    return question
  }

  return () => {
    if (running === undefined) return ask()
    next ??= running.then(ask)
    return next
  }
}
