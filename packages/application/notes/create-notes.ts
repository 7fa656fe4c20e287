import type { MetadataChanges } from '@ecmr/domain'
import type { Attempted, ClientKey } from '../idempotency/idempotency.js'
import type { Composed } from '../registers/compose-note.js'
import type { Caller, NoteUseCases } from './change-note.js'
import { type Created, createComposed } from './create-note.js'
import { eachOf, type Undone } from './each-of.js'

/** One note of a batch. */
export interface BatchedNote {
  /** its place in the batch, which what its repeats are recognised by depends on */
  readonly index: number
  readonly composed: Composed
  readonly metadata?: MetadataChanges | undefined
  /** its own key; absent: it follows from the key of the batch, if that has one */
  readonly key?: ClientKey | undefined
}

/** What became of a note of a batch. */
export type Batched = Created | Undone

/**
 * Creates notes, each by itself: what becomes of one says nothing about the others. A repeat of the batch with the same key
 * creates what is missing and answers the others as before.
 *
 * @returns what became of each, in the order of `notes`
 * @throws when the key of the batch cannot be looked up; nothing was created then
 */
export function createNotes(
  cases: NoteUseCases,
  caller: Caller,
  { notes, key }: { readonly notes: readonly BatchedNote[]; readonly key?: ClientKey | undefined },
): Promise<Attempted<readonly Batched[]>> {
  return cases.idempotency.run(caller.company, key, (whole) =>
    eachOf(notes, ({ index, composed, metadata, key: own }) => {
      const part = key && ({ from: 'part', whole, index } as const)
      return createComposed(cases, caller, { composed, metadata, key: own ?? part })
    }),
  )
}
