import { type EcmrFields, isTestCompany, type MetadataChanges } from '@ecmr/domain'
import { v7 as uuidv7 } from 'uuid'
import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, type Changed, handleOnce, type NoteUseCases } from './change-note.js'

/**
 * Creates a note for the caller's company. The same form with other fields is refused as `already_exists`.
 *
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same key may be used again
 */
export function createNote(
  cases: NoteUseCases,
  caller: Caller,
  given: {
    readonly fields: EcmrFields
    readonly metadata?: MetadataChanges | undefined
    readonly key?: CommandKey | undefined
  },
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
