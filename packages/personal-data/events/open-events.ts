import { eraseData, type JsonObject, personalCategories } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import type { Keyring } from '../keys/keyring.js'
import { NO_KEYS, type NoteKeys } from '../keys/note-keys.js'
import { erasedKeys } from './erased-keys.js'
import { noteOf } from './note-of.js'
import { openData } from './open-data.js'
import { CLEAR, holdsSealed, keyName, keyNamesIn, parseKeyName } from './sealed.js'

/**
 * Events with their personal values in clear. Their metadata stay as recorded, the hash too, which covers the sealed form.
 *
 * What an erasure among them destroys is not in clear, also while its keys still exist or are remembered.
 *
 * One that cannot be opened, because its key is lost or it was altered, holds up no other: reading its `data` throws.
 *
 * @throws what reading keys throws
 */
export async function openEvents(
  recorded: readonly RecordedEvent[],
  keyring: Pick<Keyring, 'find'>,
): Promise<readonly RecordedEvent[]> {
  const sealed = recorded.filter(isConcerned)
  if (sealed.length === 0) return recorded
  const keys = await keyring.find(sealed.map(noteIdOf))
  // Another process may have made a key since the others of its note were read.
  const lacking = sealed.filter(({ data }) => keyNamesIn(data).some((name) => !isKnown(keys, name)))
  const fresh = lacking.length ? await keyring.find(lacking.map(noteIdOf), { fresh: true }) : keys
  const erased = erasedKeys(recorded)
  return recorded.map((event) => {
    if (!isConcerned(event)) return event
    const noteId = noteIdOf(event)
    const known = fresh.get(noteId) ?? keys.get(noteId) ?? NO_KEYS
    return opened(event, known.without(erased.get(noteId) ?? []))
  })
}

/** Older events say everything in clear, and may have been erased all the same. */
function isConcerned({ stream, data, metadata }: RecordedEvent): boolean {
  return holdsSealed(data) || (metadata.schema_version < 2 && NOTE.test(stream))
}

const NOTE = /^ecmr-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function noteIdOf({ stream }: RecordedEvent): string {
  return noteOf(stream) ?? ''
}

function isKnown(keys: ReadonlyMap<string, NoteKeys>, name: string): boolean {
  return keys.get(parseKeyName(name)?.noteId ?? '')?.named(name) !== undefined
}

function readable(event: RecordedEvent, keys: NoteKeys): JsonObject {
  if (holdsSealed(event.data)) return openData(event.type, event.data, event, keys)
  const noteId = noteIdOf(event)
  const erased = personalCategories.filter(
    (category) => keys.named(keyName({ noteId, category, generation: CLEAR })) === null,
  )
  return erased.length === 0 ? event.data : eraseData(event.type, event.data, erased)
}

function opened(event: RecordedEvent, keys: NoteKeys): RecordedEvent {
  try {
    return { ...event, data: readable(event, keys) }
  } catch (error) {
    return Object.defineProperty({ ...event }, 'data', {
      enumerable: true,
      get(): never {
        throw error
      },
    })
  }
}
