import { type JsonObject, personalCategories } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { noteOf } from './note-of.js'
import { CLEAR, keyName } from './sealed.js'

/**
 * The names of the data keys that an event of a note destroys; none for other events than erasures, and for those that wait.
 *
 * The event is appended before its keys are destroyed, and other processes remember them for a while after that: from the event on they
 * are treated as destroyed, wherever it is read.
 */
export function keysErasedBy(
  event: { readonly type: string; readonly data: JsonObject },
  noteId: string,
): readonly string[] {
  // The data of other events may be unreadable.
  if (event.type !== 'PersonalDataErased' || event.data.due !== undefined) return []
  const { keys, categories } = event.data
  const sealed = Array.isArray(keys) ? keys.filter((name) => typeof name === 'string') : []
  const named = Array.isArray(categories) ? categories : []
  const clear = personalCategories.filter((category) => named.includes(category))
  return [...sealed, ...clear.map((category) => keyName({ noteId, category, generation: CLEAR }))]
}

/** The names of the data keys that events destroy, by the ids of their notes. */
export function erasedKeys(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly string[]> {
  const erased = new Map<string, readonly string[]>()
  for (const event of events) {
    const noteId = noteOf(event.stream)
    if (noteId === undefined) continue
    const names = keysErasedBy(event, noteId)
    if (names.length > 0) erased.set(noteId, [...(erased.get(noteId) ?? []), ...names])
  }
  return erased
}
