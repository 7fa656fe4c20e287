import type { NoteHistory } from './note-history.js'

/** The histories that were used last, each with the state after some event of its stream, not always the newest. */
export interface RecentHistories {
  get(id: string): NoteHistory | undefined
  keep(id: string, history: NoteHistory): void
  drop(id: string): void
  /** Drops all: what they were made of may not be on record any more. */
  clear(): void
}

/** @param size how many are kept */
export function recentHistories(size: number): RecentHistories {
  // A Map iterates in order of insertion, so its first key is the one that was used longest ago.
  const histories = new Map<string, NoteHistory>()
  return {
    get(id) {
      const history = histories.get(id)
      if (history) {
        histories.delete(id)
        histories.set(id, history)
      }
      return history
    },
    keep(id, history) {
      histories.delete(id)
      // Drawn signatures are images: reading such a note again costs less than the memory.
      if (history.note?.signatures.some((signature) => signature.signature_image)) return
      histories.set(id, history)
      const oldest = histories.keys().next()
      if (histories.size > size && !oldest.done) histories.delete(oldest.value)
    },
    drop(id) {
      histories.delete(id)
    },
    clear() {
      histories.clear()
    },
  }
}
