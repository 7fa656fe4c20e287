import type { PersonalCategory } from '@ecmr/domain'
import { parseKeyName } from '../events/sealed.js'
import type { DataKey } from './data-key.js'

/** The data keys of one note. */
export interface NoteKeys {
  /** The key with a name: null when it was destroyed, undefined when there is none. */
  named(name: string): DataKey | null | undefined
  /** The key that new values of a category are sealed with; undefined when there is none, or it was destroyed. */
  current(category: PersonalCategory): DataKey | undefined
  /** These keys and more. */
  with(more: readonly NoteKey[]): NoteKeys
  /** These keys, with those of some names destroyed, whether they are among them or not. */
  without(names: readonly string[]): NoteKeys
}

/** One of them; `key` null: it was destroyed. */
export interface NoteKey {
  readonly name: string
  readonly category: PersonalCategory
  readonly key: DataKey | null
}

/** @param all by category in the order in which they were made */
export function noteKeys(all: readonly NoteKey[]): NoteKeys {
  const byName = new Map(all.map(({ name, key }) => [name, key]))
  const current = new Map(all.map(({ category, key }) => [category, key ?? undefined]))
  const keys: NoteKeys = {
    named: (name) => byName.get(name),
    current: (category) => current.get(category),
    with: (more) => noteKeys([...all, ...more]),
    without: (names) => (names.length === 0 ? keys : noteKeys(destroyed(all, names))),
  }
  return keys
}

function destroyed(all: readonly NoteKey[], names: readonly string[]): readonly NoteKey[] {
  const gone = names.flatMap((name) => {
    const category = parseKeyName(name)?.category
    return category ? [{ name, category, key: null }] : []
  })
  return [...gone, ...all.map((one) => (names.includes(one.name) ? { ...one, key: null } : one))]
}

/** Of a note that has none. */
export const NO_KEYS: NoteKeys = noteKeys([])
