import {
  type Checkpoint,
  checkpointAt,
  type EventStore,
  holds,
  type SeenEvent,
  START,
} from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { newestFirst } from './seen-notes.js'

/** Up to where a log and a history agree. */
export interface Fork {
  /** the last event of a note on which both agree; START when there is none */
  readonly place: Checkpoint
  /** the schema of the history that has seen more than that; undefined: none has */
  readonly schema: string | undefined
}

/**
 * Finds the last event up to which the log and the history of all notes agree.
 *
 * A log that was restored holds the beginning of what the history has seen, so a few look-ups find where that ends:
 * page by page from the newest event on, then by halves.
 *
 * @param schemas where histories are, the one to believe first
 * @throws StoreUnavailable
 */
export async function findFork(
  pool: ReturnType<typeof openPool>,
  store: Pick<EventStore, 'readStreamEnd'>,
  schemas: readonly string[],
): Promise<Fork> {
  const forks: Fork[] = []
  for (const schema of schemas) {
    const fork = await forkOf(newestFirst(pool, schema), store)
    if (fork.hasMore) return { place: fork.place, schema }
    forks.push({ place: fork.place, schema: undefined })
  }
  return forks[0] ?? { place: { position: START, seen: null }, schema: undefined }
}

async function forkOf(
  pages: AsyncIterable<readonly SeenEvent[]>,
  store: Pick<EventStore, 'readStreamEnd'>,
): Promise<{ readonly place: Checkpoint; readonly hasMore: boolean }> {
  let hasMore = false
  for await (const page of pages) {
    const oldest = page.at(-1)
    if (oldest && (await holds(store, oldest))) {
      const at = await firstHeld(page, store)
      const seen = page[at] ?? oldest
      return { place: checkpointAt(seen), hasMore: hasMore || at > 0 }
    }
    hasMore = true
  }
  return { place: { position: START, seen: null }, hasMore }
}

/** The first of some events, newest first, that the log holds; it holds all after it. */
async function firstHeld(
  page: readonly SeenEvent[],
  store: Pick<EventStore, 'readStreamEnd'>,
): Promise<number> {
  let [low, high] = [0, page.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const seen = page[middle]
    if (seen && (await holds(store, seen))) high = middle
    else low = middle + 1
  }
  return low
}
