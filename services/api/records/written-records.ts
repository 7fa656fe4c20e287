import type { Note } from '@ecmr/domain'

/** A note as it was written out last, and how. */
interface Written {
  readonly form: string
  readonly body: Buffer
}

/**
 * Remembers how each note was written out last, for as long as the note itself is in memory.
 *
 * @returns gives what `write` has written of this very note in this form, or lets it write
 */
export function writtenRecords(): (note: Note, form: string, write: () => Buffer) => Buffer {
  const written = new WeakMap<Note, Written>()
  return (note, form, write) => {
    const known = written.get(note)
    if (known?.form === form) return known.body
    const body = write()
    written.set(note, { form, body })
    return body
  }
}
