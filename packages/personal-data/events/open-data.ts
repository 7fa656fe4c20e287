import { erasedValue, type JsonObject, type JsonValue, mapPersonal } from '@ecmr/domain'
import type { NoteKeys } from '../keys/note-keys.js'
import { type EventPlace, placeOf } from './seal-data.js'
import { type SealedMembers, sealedIn } from './sealed.js'

/** A key that an event names does not exist, and no erasure has destroyed it. */
export class DataKeyMissing extends Error {
  override readonly name = 'DataKeyMissing'
  constructor(readonly key: string) {
    super(
      `the data key ${key} is missing: restore the table privacy.data_keys from a backup of the same time as the log`,
    )
  }
}

/**
 * The data of an event with its personal values in clear, and a stand-in for each whose key was destroyed.
 *
 * @throws DataKeyMissing
 * @throws Error when a sealed part was altered, or stands where it does not belong
 */
export function openData(type: string, data: JsonObject, place: EventPlace, keys: NoteKeys): JsonObject {
  return mapPersonal(type, data, (object, pointer) => {
    const parts = sealedIn(object)
    if (parts.length === 0) return object
    const { $sealed: _sealed, ...clear } = object
    return Object.assign(
      clear,
      ...parts.map((part) => openMembers(object, part, placeOf(place, pointer), keys)),
    )
  })
}

function openMembers(object: JsonObject, part: SealedMembers, place: string, keys: NoteKeys): JsonObject {
  const key = keys.named(part.key)
  if (key === undefined) throw new DataKeyMissing(part.key)
  return key ? parsed(key.open(part, place)) : erasedMembers(object, part)
}

function parsed(text: string): JsonObject {
  const members: JsonValue = JSON.parse(text)
  return isObject(members) ? members : {}
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function erasedMembers({ field }: JsonObject, { commitments }: SealedMembers): JsonObject {
  return Object.fromEntries(
    Object.keys(commitments).map((member) => [
      member,
      erasedValue(typeof field === 'string' ? field : member),
    ]),
  )
}
