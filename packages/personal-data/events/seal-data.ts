import {
  type Commit,
  type JsonObject,
  type JsonValue,
  mapPersonal,
  type PersonalCategory,
  type PersonalMember,
  personalCategories,
} from '@ecmr/domain'
import { EventNotStorable, isUnicode, NOT_TEXT } from '@ecmr/event-store'
import { commit, type DataKey } from '../keys/data-key.js'
import type { NoteKeys } from '../keys/note-keys.js'
import type { SealedMembers } from './sealed.js'

/** Where an event stands, or will stand. */
export interface EventPlace {
  readonly stream: string
  readonly revision: number
}

/** What a sealed part belongs to: it opens nowhere else. */
export function placeOf({ stream, revision }: EventPlace, pointer: string): string {
  return `${stream}@${revision}#${pointer}`
}

/** The categories of personal values in the data of an event. */
export function categoriesIn(type: string, data: JsonObject): ReadonlySet<PersonalCategory> {
  const categories = new Set<PersonalCategory>()
  mapPersonal(type, data, (object, _pointer, members) => {
    for (const { member, category } of members) if (isSaid(object[member])) categories.add(category)
    return object
  })
  return categories
}

/**
 * The data of an event with its personal values sealed.
 *
 * @param keys with a current one for each of `categoriesIn`
 * @throws Error when one is missing: nothing personal is ever written in clear
 * @throws EventNotStorable when a value is no Unicode text
 */
export function sealData(type: string, data: JsonObject, place: EventPlace, keys: NoteKeys): JsonObject {
  return mapPersonal(type, data, (object, pointer, members) => {
    const said = members.filter(({ member }) => isSaid(object[member]))
    if (said.length === 0) return object
    const parts: SealedMembers[] = []
    for (const category of personalCategories) {
      const named = said.filter((one) => one.category === category)
      if (named.length > 0)
        parts.push(sealMembers(object, named, placeOf(place, pointer), keyFor(keys, category)))
    }
    return withSealed(object, said, parts)
  })
}

// Plain loops: every event goes through here, and Object.fromEntries takes ten times as long.
function sealMembers(
  object: JsonObject,
  members: readonly PersonalMember[],
  place: string,
  key: DataKey,
): SealedMembers {
  const values: Record<string, JsonValue> = {}
  for (const { member } of members) values[member] = object[member] ?? null
  const plain = JSON.stringify(values)
  if (!isUnicode(plain)) throw new EventNotStorable(NOT_TEXT)
  const commitments: Record<string, string> = {}
  for (const { member, name } of members)
    commitments[member] = commit(key, name, object[member] ?? null).commitment
  return { key: key.name, ...key.seal(plain, place), commitments }
}

function withSealed(
  object: JsonObject,
  members: readonly PersonalMember[],
  parts: readonly SealedMembers[],
): JsonObject {
  const names = new Set(members.map(({ member }) => member))
  const clear: Record<string, JsonValue | undefined> = {}
  for (const name of Object.keys(object)) if (!names.has(name)) clear[name] = object[name]
  clear.$sealed = parts
  return clear
}

/** What is absent needs no secret. */
function isSaid(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}

function keyFor(keys: NoteKeys, category: PersonalCategory): DataKey {
  const key = keys.current(category)
  if (!key) throw new Error(`there is no key for the category ${category} of this note`)
  return key
}

/** Makes the commitments by which personal values enter what a party signs. */
export function committing(keys: NoteKeys): Commit {
  return (category, name, value) => commit(keyFor(keys, category), name, value).commitment
}
