import { type JsonValue, mapPersonal } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { commit } from '../keys/data-key.js'
import type { Keyring } from '../keys/keyring.js'
import type { NoteKeys } from '../keys/note-keys.js'
import { erasedKeys } from './erased-keys.js'
import { noteOf } from './note-of.js'
import { openData } from './open-data.js'
import { sealedIn } from './sealed.js'

/** A sealed value in clear, with the salt by which anyone can check it against its commitment in the event. */
export interface Disclosure {
  readonly revision: number
  /** JSON pointer (RFC 6901), within the event's data, of the object that holds the sealed part */
  readonly pointer: string
  readonly member: string
  /** 22 characters */
  readonly salt: string
  readonly value: JsonValue
}

/**
 * What is sealed in the events of one note, in clear. What was erased is left out.
 *
 * @param recorded all events of one note, as the log holds them: an erasure says what is left out of those before it
 * @throws DataKeyMissing
 */
export async function disclose(
  recorded: readonly RecordedEvent[],
  keyring: Pick<Keyring, 'find'>,
): Promise<readonly Disclosure[]> {
  const [first] = recorded
  const noteId = first && noteOf(first.stream)
  if (noteId === undefined) return []
  const keys = (await keyring.find([noteId])).get(noteId)?.without(erasedKeys(recorded).get(noteId) ?? [])
  return keys ? recorded.flatMap((event) => disclosuresIn(event, keys)) : []
}

/** What is sealed in one event, in clear; see `disclose`. */
export function disclosuresIn(event: RecordedEvent, keys: NoteKeys): readonly Disclosure[] {
  const { type, data, revision } = event
  const clear = new Map<string, ReturnType<typeof openData>>()
  mapPersonal(type, openData(type, data, event, keys), (object, pointer) => {
    clear.set(pointer, object)
    return object
  })
  const disclosures: Disclosure[] = []
  mapPersonal(type, data, (object, pointer) => {
    for (const part of sealedIn(object)) {
      const key = keys.named(part.key)
      for (const member of key ? Object.keys(part.commitments) : []) {
        const value = clear.get(pointer)?.[member] ?? null
        const name = typeof object.field === 'string' ? object.field : member
        if (key) disclosures.push({ revision, pointer, member, salt: commit(key, name, value).salt, value })
      }
    }
    return object
  })
  return disclosures
}
