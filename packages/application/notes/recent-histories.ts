import { jsonWeight } from '@ecmr/event-store'
import type { NoteHistory } from './note-history.js'

/** The histories that were used last, each with the state after some event of its stream, not always the newest. */
export interface RecentHistories {
  get(id: string): NoteHistory | undefined
  keep(id: string, history: NoteHistory): void
  drop(id: string): void
  /** Drops all: what they were made of may not be on record any more. */
  clear(): void
}

/** What is kept at most. */
export interface HistoriesLimits {
  /** how many histories */
  readonly histories: number
  /** about what they take together, as JSON */
  readonly bytes: number
  /** reading a larger one again costs less than the memory */
  readonly bytesOfOne: number
}

/** Some 64 MB of the heap and of what it holds besides: objects take about twice their JSON. */
export const RECENT_HISTORIES: HistoriesLimits = {
  histories: 2_000,
  bytes: 32 * 1024 * 1024,
  bytesOfOne: 64 * 1024,
}

/** An id of a command in a set, or the name of a data key. */
const NAME_BYTES = 64

interface Kept {
  readonly history: NoteHistory
  readonly bytes: number
}

/** Keeps histories within limits; those that were used longest ago go first. */
export function recentHistories(limits: HistoriesLimits): RecentHistories {
  // A Map iterates in order of insertion, so its first key is the one that was used longest ago.
  const kept = new Map<string, Kept>()
  let bytes = 0

  function drop(id: string): void {
    bytes -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }

  return {
    get(id) {
      const found = kept.get(id)
      if (!found) return undefined
      kept.delete(id)
      kept.set(id, found)
      return found.history
    },
    keep(id, history) {
      drop(id)
      const weight =
        jsonWeight(history.note) + (history.commands.size + history.erasedKeys.length) * NAME_BYTES
      if (weight > limits.bytesOfOne) return
      kept.set(id, { history, bytes: weight })
      bytes += weight
      for (const oldest of kept.keys()) {
        if (kept.size <= limits.histories && bytes <= limits.bytes) break
        drop(oldest)
      }
    },
    clear() {
      kept.clear()
      bytes = 0
    },
    drop,
  }
}
