import { trimmedFields } from '../changes.js'
import { contradictions } from '../check-fields.js'
import type { CommandOf } from '../commands.js'
import { accept, refuse, type Verdict } from '../decision.js'
import { fieldsTooLarge } from '../note-limits.js'
import type { Note } from '../state.js'

/** A new note is a draft, whatever its fields say: moving it on is a decision of its own. */
export function create(note: Note | null, command: CommandOf<'create'>): Verdict {
  if (note !== null) return refuse('already_exists', `The note ${note.ecmr_number} has this id.`)
  const { id, ecmr_number, company_id, policy } = command
  const fields = trimmedFields(command.fields)
  const faults = contradictions(fields)
  if (faults.length > 0)
    return refuse('invalid_command', 'Some fields contradict each other.', { errors: faults })
  const tooLarge = fieldsTooLarge(fields)
  if (tooLarge !== undefined) return tooLarge
  return accept({ type: 'EcmrCreated', data: { id, ecmr_number, company_id, policy, fields } })
}
