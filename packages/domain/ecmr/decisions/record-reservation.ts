import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

/** A remark on condition or count with its grounds (CMR art. 8 and 30). It protects evidence and stops nothing. */
export function recordReservation(
  note: Note,
  command: CommandOf<'record_reservation'>,
  context: DecisionContext,
): Verdict {
  const { reservation_id, by, grounds } = command
  if (note.reservations.some((known) => known.reservation_id === reservation_id)) {
    return refuse('invalid_command', `Reservation ${reservation_id} already exists.`)
  }
  if (note.progress === 'delivered' && by !== 'receiver') {
    return refuse(
      'reservation_not_allowed',
      `The goods are delivered: only the receiver, not the ${by}, can make reservations now.`,
    )
  }
  return (
    refuseFull(note, context, [note.reservations.length, noteLimits.reservations, 'reservations']) ??
    accept({ type: 'ReservationRecorded', data: { reservation_id, by, grounds } })
  )
}
