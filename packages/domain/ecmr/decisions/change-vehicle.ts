import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, type Fact, refuse, stated, type Verdict } from '../decision.js'
import { vehicleFields } from '../editing-windows.js'
import type { Note } from '../state.js'
import { refuseInstant, statedInstant } from '../stated-instant.js'
import { edit } from './edit.js'

/**
 * The goods go on in another vehicle, or with another driver. Before they are taken over the fields are edited like any others;
 * afterwards the change has a reason and an instant, and each vehicle is known with the time since when it carried them.
 */
export function changeVehicle(
  note: Note,
  command: CommandOf<'change_vehicle'>,
  context: DecisionContext,
): Verdict {
  const { changes, place } = command
  const reason = stated(command.reason)
  const changed_at = statedInstant(note, command.changed_at, context.now)
  if (note.progress !== 'in_transit') return refuseElsewhere(note)
  if (changed_at === undefined) return refuseInstant('/changed_at')
  if (reason === undefined) return refuseBlank('/reason', 'reason says why the vehicle or driver changes.')
  if (!vehicleFields.some((field) => changes[field] !== undefined))
    return refuseBlank('/vehicle_plate', `State what changes: one or more of ${vehicleFields.join(', ')}.`)
  const { taken_over_at, vehicle_changed_at } = note
  if (taken_over_at !== undefined && changed_at < taken_over_at)
    return refuseEarlier(`The goods were taken over at ${taken_over_at}, after this change.`)
  if (vehicle_changed_at !== undefined && changed_at < vehicle_changed_at)
    return refuseEarlier(
      `Another vehicle took the goods at ${vehicle_changed_at}, after this change: it is the present one.`,
    )
  const verdict = edit(note, { type: 'edit', changes, reason }, context)
  if (!verdict.ok) return verdict
  const when = { changed_at, ...(place !== undefined && { place }) }
  return accept(
    ...verdict.facts.map(
      (fact): Fact => (fact.type === 'VehicleChanged' ? { ...fact, data: { ...fact.data, ...when } } : fact),
    ),
  )
}

function refuseElsewhere({ progress }: Note): Verdict {
  return refuse(
    'not_in_transit',
    progress === 'delivered'
      ? 'The goods are delivered: their vehicle no longer changes.'
      : 'The goods have not been taken over: edit the vehicle and driver of the note instead.',
  )
}

function refuseBlank(pointer: string, message: string): Verdict {
  return refuse('invalid_command', message, { errors: [{ pointer, code: 'required', message }] })
}

/** What is on record already came later: recording this one after it would name the wrong vehicle as the present one. */
function refuseEarlier(detail: string): Verdict {
  const message = 'State a time after the one that is on record, or leave it out.'
  return refuse('invalid_command', detail, {
    errors: [{ pointer: '/changed_at', code: 'contradiction', message }],
  })
}
