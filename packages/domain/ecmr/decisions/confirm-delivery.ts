import type { CommandOf } from '../commands.js'
import { type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import type { Note } from '../state.js'
import { refuseInstant, statedInstant } from '../stated-instant.js'
import { hasSigned } from '../strict-policy.js'
import { advance } from '../transitions.js'

/** The goods are at their destination. There is no reason for a missing signature when the receiver has signed. */
export function confirmDelivery(
  note: Note,
  command: CommandOf<'confirm_delivery'>,
  context: DecisionContext,
): Verdict {
  const at = statedInstant(note, command.at, context.now)
  if (at === undefined) return refuseInstant('/at')
  if (note.taken_over_at !== undefined && at < note.taken_over_at && note.progress === 'in_transit') {
    return refuse(
      'invalid_command',
      `The goods were taken over at ${note.taken_over_at}, after this delivery.`,
      {
        errors: [
          { pointer: '/at', code: 'contradiction', message: 'Delivery cannot be before taking over.' },
        ],
      },
    )
  }
  const reason = stated(command.unsigned_reason)
  if (reason !== undefined && hasSigned(note, 'receiver')) return refuseIdleReason('The receiver has signed')
  const data = {
    delivered_at: at,
    ...(command.place === undefined ? {} : { place: command.place }),
    ...(reason === undefined ? {} : { unsigned_reason: reason }),
  }
  return advance(note, { type: 'DeliveryConfirmed', data }, { at })
}

/** A reason for a missing signature that would not be kept. */
export function refuseIdleReason(because: string): Verdict {
  const message = `${because}: leave unsigned_reason out.`
  return refuse('invalid_command', message, {
    errors: [{ pointer: '/unsigned_reason', code: 'contradiction', message }],
  })
}
