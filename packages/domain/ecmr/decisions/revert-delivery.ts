import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

/**
 * Takes back a delivery that was recorded by mistake: the note stands where it stood before by what had been reported, and a
 * taking over that was only inferred from the delivery goes with it. Signatures of the receiver no longer count as a receipt.
 */
export function revertDelivery(
  note: Note,
  command: CommandOf<'revert_delivery'>,
  context: DecisionContext,
): Verdict {
  const { delivered_at, reported_progress } = note
  if (delivered_at === undefined)
    return refuse('cannot_revert', 'No delivery is recorded, so there is none to take back.')
  if (note.erased_at !== undefined)
    return refuse(
      'cannot_revert',
      'Personal data of this note were erased, so its delivery can no longer be taken back.',
    )
  const reason = stated(command.reason)
  if (reason === undefined)
    return refuse('invalid_command', 'Give a reason for taking the delivery back.', {
      errors: [
        { pointer: '/reason', code: 'required', message: 'reason says why the delivery is taken back.' },
      ],
    })
  const reverted = note.reverted_deliveries?.length ?? 0
  return (
    refuseFull(note, context, [reverted, noteLimits.revertedDeliveries, 'deliveries that were taken back']) ??
    accept({ type: 'DeliveryReverted', data: { delivered_at, back_to: reported_progress, reason } })
  )
}
