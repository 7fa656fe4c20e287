import { type JsonObject, type JsonValue, type PersonalCategory, personalCategories } from '@ecmr/domain'

/**
 * Members of an object of an event's data, encrypted together. It stands in the object's `$sealed`, an array with one of
 * these for each category; the members themselves are missing from the object.
 */
export type SealedMembers = {
  /** names the data key: `<note>/<category>`; one that was made after an erasure adds `/2` and so on */
  readonly key: string
  /** 96 bits, base64 */
  readonly iv: string
  /** AES-256-GCM over the JSON of the members, base64 */
  readonly data: string
  /** 128 bits, base64 */
  readonly tag: string
  /** of each member SHA-256 over its salt and its canonical JSON (RFC 8785), base64url; it outlives the key */
  readonly commitments: Readonly<Record<string, string>>
}

/** The name of a data key. */
export interface KeyName {
  readonly noteId: string
  readonly category: PersonalCategory
  /** from 1; another one is made when something is written after an erasure */
  readonly generation: number
}

/**
 * The generation that stands for no key: what events of schema version 1 say in clear. It exists, destroyed, once that was
 * erased.
 */
export const CLEAR = 0

export function keyName({ noteId, category, generation }: KeyName): string {
  return generation === 1 ? `${noteId}/${category}` : `${noteId}/${category}/${generation}`
}

/** Reads the name of a data key; undefined when it is none. */
export function parseKeyName(name: string): KeyName | undefined {
  const [noteId = '', word, ...rest] = name.split('/')
  const category = personalCategories.find((one) => one === word)
  const generation = rest.length === 0 ? 1 : Number(rest[0])
  if (!category || noteId === '' || rest.length > 1 || !Number.isSafeInteger(generation)) return undefined
  const parsed = { noteId, category, generation }
  return keyName(parsed) === name ? parsed : undefined
}

/** The sealed parts of an object of an event's data. */
export function sealedIn(object: JsonObject): readonly SealedMembers[] {
  const parts = object.$sealed
  return Array.isArray(parts) ? parts.filter(isSealed) : []
}

/** Whether anything in the data of an event is sealed. */
export function holdsSealed(data: JsonObject): boolean {
  return objectsIn(data).some(({ $sealed }) => $sealed !== undefined)
}

/** The names of the data keys that the data of an event are sealed with. */
export function keyNamesIn(data: JsonObject): readonly string[] {
  return objectsIn(data).flatMap((object) => sealedIn(object).map(({ key }) => key))
}

function objectsIn(data: JsonObject): readonly JsonObject[] {
  const { fields, changes } = data
  return [data, fields, ...(Array.isArray(changes) ? changes : [])].filter(isObject)
}

function isSealed(part: JsonValue): part is SealedMembers {
  if (!isObject(part)) return false
  const { key, iv, data, tag, commitments } = part
  return [key, iv, data, tag].every((text) => typeof text === 'string') && isObject(commitments)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
