import { randomBytes } from 'node:crypto'
import { commandHandler } from '@ecmr/application'
import { type PersonalCategory, personalCategories } from '@ecmr/domain'
import { dataKey, type Keyring, keyName, NO_KEYS, type NoteKeys } from '@ecmr/personal-data'

/** A keyring over a map, for tests of what stands behind the port. */
export function memoryKeys(): Keyring {
  const keys = new Map<string, NoteKeys>()
  return {
    find: async (noteIds) => new Map([...noteIds].map((id) => [id, keys.get(id) ?? NO_KEYS])),
    async ensure(noteId, categories) {
      const known = keys.get(noteId) ?? NO_KEYS
      const missing = categories.filter((category) => !known.current(category))
      const all = known.with(newKeys(noteId, missing))
      keys.set(noteId, all)
      return all
    },
    check: async () => undefined,
    forget: () => undefined,
  }
}

/** New data keys of a note. */
export function newKeys(noteId: string, categories: readonly PersonalCategory[] = personalCategories) {
  return categories.map((category) => {
    const name = keyName({ noteId, category, generation: 1 })
    return { name, category, key: dataKey(name, randomBytes(32)) }
  })
}

/** The keys of all notes that `testHandler` writes. */
export const testKeys = memoryKeys()

/** A command handler whose keys are in memory. */
export function testHandler(options: Omit<Parameters<typeof commandHandler>[0], 'keys'>) {
  return commandHandler({ ...options, keys: testKeys })
}
