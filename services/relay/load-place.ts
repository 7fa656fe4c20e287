import { type Checkpoints, persistently } from '@ecmr/broker'
import type { EventStore, Position } from '@ecmr/event-store'
import { reasonOf, within } from '@ecmr/process'
import { RELAY } from './kept-place.js'

const LONGEST_PAUSE_MS = 2_000
const LOAD_WITHIN_MS = 5_000

/**
 * Reads where the relay stood, however long that takes; undefined: the signal aborted before. A place in another log
 * than the one that it follows now is none: to guess would mean to leave events out or to send years of them again.
 */
export async function loadPlace(options: {
  readonly store: Pick<EventStore, 'isPosition'>
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
}): Promise<Position | undefined> {
  const { store, checkpoints, signal, onProblem } = options
  const place = await persistently({
    async action() {
      const found = await within(LOAD_WITHIN_MS, whereItBegins(checkpoints))
      if (!store.isPosition(found)) throw new Error('it was kept for another product than EVENT_STORE names')
      return found
    },
    signal,
    onError: (error) => onProblem(`The relay's place in the log cannot be read: ${reasonOf(error)}.`),
    longestPauseMs: LONGEST_PAUSE_MS,
  })
  onProblem(undefined)
  return place
}

/** The first relay of an installation goes on where the notifier of the in-process broker came to, if there was one. */
async function whereItBegins(checkpoints: Checkpoints): Promise<Position> {
  return (await checkpoints.load(RELAY)) || checkpoints.load('notifier')
}
