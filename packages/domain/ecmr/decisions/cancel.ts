import type { CommandOf } from '../commands.js'
import { accept, refuse, stated, type Verdict } from '../decision.js'
import type { Note } from '../state.js'
import { hasReached } from '../transitions.js'

/** Withdraws a note, for good, as long as the carrier has neither signed nor taken the goods. */
export function cancel(note: Note, command: CommandOf<'cancel'>): Verdict {
  if (hasReached(note, 'in_transit')) {
    return refuse('cannot_cancel', 'The goods have been taken over: report an incident instead.')
  }
  if (note.signatures.some((signature) => signature.role === 'carrier')) {
    return refuse('cannot_cancel', 'The carrier has signed: report an incident instead.')
  }
  const reason = stated(command.reason)
  if (reason === undefined) {
    return refuse('invalid_command', 'Give a reason for cancelling the note.', {
      errors: [{ pointer: '/reason', code: 'required', message: 'reason says why the note is cancelled.' }],
    })
  }
  return accept({ type: 'EcmrCancelled', data: { reason } })
}
