import { trimmedFields } from '../changes.js'
import { contradictions } from '../check-fields.js'
import type { CommandOf } from '../commands.js'
import { accept, refuse, type Verdict } from '../decision.js'
import { isEmpty, metadataFrom, tooManyKeys } from '../metadata.js'
import { fieldsTooLarge } from '../note-limits.js'
import type { Note } from '../state.js'

/** A new note is a draft, and with a carrier that is named it is assigned at once, as it would be by naming it later. */
export function create(note: Note | null, command: CommandOf<'create'>): Verdict {
  if (note !== null) return refuse('already_exists', `The note ${note.ecmr_number} has this id.`)
  const { id, ecmr_number, company_id, policy } = command
  const fields = trimmedFields(command.fields)
  const faults = contradictions(fields)
  if (faults.length > 0)
    return refuse('invalid_command', 'Some fields contradict each other.', { errors: faults })
  const tooLarge = fieldsTooLarge(fields)
  if (tooLarge !== undefined) return tooLarge
  const metadata = metadataFrom(command.metadata)
  const tooMany = tooManyKeys(metadata)
  if (tooMany !== undefined) return refuse('too_many', tooMany)
  const data = { id, ecmr_number, company_id, policy, fields }
  const isNamed = fields.carrier_company_name !== undefined
  return accept(
    { type: 'EcmrCreated', data: isEmpty(metadata) ? data : { ...data, metadata } },
    ...(isNamed ? [{ type: 'CarrierAssigned', data: { changes: [] } } as const] : []),
  )
}
