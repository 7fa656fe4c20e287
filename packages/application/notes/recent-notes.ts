import { noteStream } from '@ecmr/domain'
import { type EventStore, sizeOf } from '@ecmr/event-store'
import { LRUCache } from 'lru-cache'
import { type LoadedNote, loadNote } from './note-history.js'

/** What is kept at most: some 40 MB of the heap, since objects take a multiple of their JSON. */
const RECENT_NOTES = {
  notes: 2_000,
  /** of the events that they were folded from, as JSON, together */
  bytes: 8 * 1024 * 1024,
  /** reading a larger one again costs less than the memory */
  bytesOfOne: 64 * 1024,
  /** personal values stay no longer in memory than the keys of notes do */
  ms: 20_000,
} as const

/**
 * Loads notes as `loadNote` does, and keeps those that were loaded last: one whose stream has no new event is not opened and
 * folded again, and is the very same object as before. Whether it has one is asked of the log each time, so that no answer is
 * older than without.
 *
 * @param options.store the log with personal values in clear
 * @param options.recorded the log as recorded
 * @example
 * const load = recentNotes({ store, recorded })
 * const found = await load(id)
 */
export function recentNotes(options: {
  readonly store: Pick<EventStore, 'readStream'>
  readonly recorded: Pick<EventStore, 'readStream'>
}): (id: string) => Promise<LoadedNote | null> {
  const { store, recorded } = options
  const kept = new LRUCache<string, LoadedNote>({
    max: RECENT_NOTES.notes,
    maxSize: RECENT_NOTES.bytes,
    maxEntrySize: RECENT_NOTES.bytesOfOne,
    ttl: RECENT_NOTES.ms,
    ttlAutopurge: true,
  })

  async function isNewest(id: string, { events }: LoadedNote): Promise<boolean> {
    const last = events.at(-1)
    if (last === undefined) return false
    const [same, ...more] = await recorded.readStream(noteStream(id), { from: last.revision })
    return more.length === 0 && same?.id === last.id && same.metadata.hash === last.metadata.hash
  }

  return async (id) => {
    const known = kept.get(id)
    if (known && (await isNewest(id, known))) return known
    const loaded = await loadNote(store, id)
    const size = loaded === null ? undefined : bytesOf(loaded)
    if (loaded && size !== undefined) kept.set(id, loaded, { size })
    else kept.delete(id)
    return loaded
  }
}

/** Undefined when one of the events cannot be opened. */
function bytesOf({ events }: LoadedNote): number | undefined {
  try {
    return events.reduce((sum, event) => sum + sizeOf(event), 1)
  } catch {
    return undefined
  }
}
