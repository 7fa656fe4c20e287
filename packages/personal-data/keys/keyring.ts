import type { PersonalCategory } from '@ecmr/domain'
import { groupCommit } from '@ecmr/event-store'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { keyName } from '../events/sealed.js'
import { dataKey, type KeyWrap, newDataKey } from './data-key.js'
import { anyKey, type KeyRow, keepKeys, nameOf, readKeys } from './key-table.js'
import { NO_KEYS, type NoteKeys, noteKeys } from './note-keys.js'

/** Finds the data keys of notes, and makes them. */
export interface Keyring {
  /**
   * The keys that notes have, by the notes' ids; a note without any has an empty entry.
   *
   * @param options.fresh reads them again, because a key was missing
   */
  find(
    noteIds: Iterable<string>,
    options?: { readonly fresh?: boolean },
  ): Promise<ReadonlyMap<string, NoteKeys>>
  /**
   * The keys of a note, with a current one for each of some categories. New ones are kept before this resolves.
   *
   * @param options.isNew the note cannot have any yet
   * @param options.erased names of keys that count as destroyed, as the note's erasures say
   */
  ensure(
    noteId: string,
    categories: readonly PersonalCategory[],
    options?: { readonly isNew?: boolean; readonly erased?: readonly string[] },
  ): Promise<NoteKeys>
  /** Rejects with a sentence when the keys that are kept cannot be opened. */
  check(): Promise<void>
  /** Forgets what it remembers of a note; call it when keys were destroyed. */
  forget(noteId: string): void
}

/** Some 10 MB. */
const MOST_REMEMBERED = 10_000
/** A key that another process destroyed is used for so long at most. */
const REMEMBERED_MS = 20_000
/** Notes whose keys are read in one query. */
const MOST_READ = 1_000

/**
 * The keyring of an installation: wrapped keys in PostgreSQL, the last used ones in memory.
 */
export function openKeyring({ pool, wrap }: { readonly pool: Pool; readonly wrap: KeyWrap }): Keyring {
  const remembered = new LRUCache<string, NoteKeys>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS })
  const reading = groupCommit({
    handle: (notes: readonly Asked[]) => readAll(notes.map(({ noteId }) => noteId)),
    ...{ groups: 4, what: 'notes whose keys are asked for' },
  })
  const keeping = groupCommit({
    async handle(items: readonly Made[]) {
      const first = firstOfEach(items.flatMap((item) => item.rows))
      const kept = await keepKeys(pool, [...first.values()])
      const isKept = (row: KeyRow): boolean => first.get(nameOf(row)) === row && kept.has(nameOf(row))
      return items.map((item) => item.rows.every(isKept))
    },
    ...{ groups: 2, what: 'keys to be kept' },
  })

  function remember(noteId: string, keys: NoteKeys): NoteKeys {
    remembered.set(noteId, keys)
    return keys
  }

  async function readAll(noteIds: readonly string[]): Promise<readonly NoteKeys[]> {
    const rows = new Map<string, KeyRow[]>(noteIds.map((noteId) => [noteId, []]))
    for (const row of await readKeys(pool, noteIds)) rows.get(row.note_id)?.push(row)
    return noteIds.map((noteId) => remember(noteId, unwrapped(rows.get(noteId) ?? [])))
  }

  function unwrapped(rows: readonly KeyRow[]): NoteKeys {
    return noteKeys(
      rows.map((row) => {
        const name = nameOf(row)
        return { name, category: row.category, key: row.wrapped && dataKey(name, wrap.unwrap(row.wrapped)) }
      }),
    )
  }

  async function find(
    noteIds: Iterable<string>,
    { fresh = false }: { readonly fresh?: boolean } = {},
  ): Promise<ReadonlyMap<string, NoteKeys>> {
    const found = new Map<string, NoteKeys>()
    const missing: string[] = []
    for (const noteId of new Set(noteIds)) {
      const keys = fresh ? undefined : remembered.get(noteId)
      if (keys) found.set(noteId, keys)
      else missing.push(noteId)
    }
    for (let at = 0; at < missing.length; at += MOST_READ) {
      const notes = missing.slice(at, at + MOST_READ)
      const read = await readAll(notes)
      notes.forEach((noteId, index) => {
        found.set(noteId, read[index] ?? NO_KEYS)
      })
    }
    return found
  }

  async function ensure(
    noteId: string,
    categories: readonly PersonalCategory[],
    { isNew = false, erased = [] }: { readonly isNew?: boolean; readonly erased?: readonly string[] } = {},
  ): Promise<NoteKeys> {
    const found = remembered.get(noteId) ?? (isNew ? NO_KEYS : await reading({ noteId, bytes: 1 }))
    const known = found.without(erased)
    const missing = categories.filter((category) => !known.current(category))
    if (missing.length === 0) return known
    const made = missing.map((category) => newKey(noteId, category, known))
    if (await keeping({ rows: made.map(({ row }) => row), bytes: 1 }))
      return remember(noteId, known.with(made))
    // Another caller or process was first, and its keys count.
    const keys = (await reading({ noteId, bytes: 1 })).without(erased)
    if (missing.every((category) => keys.current(category))) return keys
    throw new Error(`the keys of note ${noteId} were destroyed while it was being changed`)
  }

  function newKey(noteId: string, category: PersonalCategory, known: NoteKeys) {
    let generation = 1
    while (known.named(keyName({ noteId, category, generation })) !== undefined) generation++
    const name = keyName({ noteId, category, generation })
    const { key, plain } = newDataKey(name)
    return { row: { note_id: noteId, category, generation, wrapped: wrap.wrap(plain) }, name, category, key }
  }

  async function check(): Promise<void> {
    const wrapped = await anyKey(pool)
    if (wrapped) wrap.unwrap(wrapped)
  }

  return {
    find,
    ensure,
    check,
    forget: (noteId) => void remembered.delete(noteId),
  }
}

/** Of rows with the same name the first counts. In the order of names, since two processes that keep the same keys wait for each other. */
function firstOfEach(rows: readonly KeyRow[]): ReadonlyMap<string, KeyRow> {
  const first = new Map<string, KeyRow>()
  for (const row of rows) if (!first.has(nameOf(row))) first.set(nameOf(row), row)
  return new Map([...first].sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface Asked {
  readonly noteId: string
  readonly bytes: number
}

interface Made {
  readonly rows: readonly KeyRow[]
  readonly bytes: number
}
