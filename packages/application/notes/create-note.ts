import type { GivenParts } from '@ecmr/contract'
import { type EcmrFields, isTestCompany, type MetadataChanges } from '@ecmr/domain'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { CommandKey } from '../idempotency/idempotency.js'
import { type Composed, composeNote, entriesNamed } from '../registers/compose-note.js'
import { type Caller, type Changed, handleOnce, type NoteUseCases } from './change-note.js'
import { loadNote } from './note-history.js'

/** What became of a creation from entries of the registers. */
export type Created = Changed | { readonly outcome: 'not_composed'; readonly why: Uncomposed }
type Uncomposed = Extract<Composed, { readonly ok: false }>

/** The metadata of a note, and what its repeats are recognised by. */
interface About {
  readonly metadata?: MetadataChanges | undefined
  readonly key?: CommandKey | undefined
}

/**
 * Creates a note with values of the company's registers, which are looked up in one query.
 *
 * @throws as `createNote`
 */
export async function createFromRegisters(
  cases: NoteUseCases & { readonly pool: Pool },
  caller: Caller,
  { metadata, key, ...parts }: About & GivenParts,
): Promise<Created> {
  const composed = composeNote(parts, await entriesNamed(cases.pool, caller.company, [parts]))
  return createComposed(cases, caller, { metadata, key, composed })
}

/**
 * Creates a note from what entries of the registers say. What has been created is answered again under its key, whatever has become of
 * the entries since.
 *
 * @throws as `createNote`
 */
export async function createComposed(
  cases: NoteUseCases,
  caller: Caller,
  { composed, ...about }: About & { readonly composed: Composed },
): Promise<Created> {
  if (composed.ok) return createNote(cases, caller, { ...about, fields: composed.fields })
  const before = await createdBefore(cases, caller, about.key)
  if (before === undefined) return { outcome: 'not_composed', why: composed }
  return createNote(cases, caller, { ...about, fields: before })
}

/** The fields of the note that a client's key has created. */
async function createdBefore(
  { idempotency, store }: NoteUseCases,
  { company }: Caller,
  key: CommandKey | undefined,
): Promise<EcmrFields | undefined> {
  const id = key && (await idempotency.noteOf(company, key))
  const loaded = id === undefined ? null : await loadNote(store, id)
  return loaded?.note.fields
}

/**
 * Creates a note for the caller's company. The same form with other fields is refused as `already_exists`.
 *
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same key may be used again
 */
export function createNote(
  cases: NoteUseCases,
  caller: Caller,
  given: About & { readonly fields: EcmrFields },
): Promise<Changed> {
  const { company, policy } = caller
  const { fields, metadata, key } = given
  return handleOnce(
    cases,
    caller,
    key,
    ({ noteId: id, ecmrNumber: ecmr_number, isRepeat }) => {
      if (id === null || ecmr_number === null) throw new Error('the ids of the note were not reserved')
      const about = { id, ecmr_number, company_id: company, policy }
      const create = { type: 'create', ...about, fields, ...(metadata && { metadata }) } as const
      return { id, commands: [create], isNew: !isRepeat }
    },
    async () => ({
      noteId: uuidv7(),
      ecmrNumber: await cases.numbers.next({ isTest: isTestCompany(company) }),
    }),
  )
}
