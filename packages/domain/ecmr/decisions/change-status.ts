import type { JsonValue } from '../../json.js'
import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, stated, type Verdict } from '../decision.js'
import type { Note } from '../state.js'
import { CLOCK_TOLERANCE } from '../stated-instant.js'
import { advance, refuseTransition } from '../transitions.js'
import { confirmDelivery, refuseIdleReason } from './confirm-delivery.js'
import { reportIncident } from './report-incident.js'
import { takeOver } from './take-over.js'

/** The update body's `status`: the same decisions by the name of where they lead. */
export function changeStatus(
  note: Note,
  command: CommandOf<'change_status'>,
  context: DecisionContext,
): Verdict {
  const reason = stated(command.reason)
  if (command.to === note.status) return standsAlready(note, command.at, reason)
  switch (command.to) {
    case 'draft':
      return refuseTransition(note, 'draft')
    case 'assigned':
      return advance(note, { type: 'CarrierAssigned', data: { changes: [] } }, { at: context.now })
    case 'in_transit':
      return takeOver(
        note,
        { type: 'take_over', ...(command.at === undefined ? {} : { at: command.at }) },
        context,
      )
    case 'delivered':
      return confirmDelivery(
        note,
        {
          type: 'confirm_delivery',
          ...(reason === undefined ? {} : { unsigned_reason: reason }),
          ...(command.at === undefined ? {} : { at: command.at }),
        },
        context,
      )
    case 'incident':
      return reportUntyped(note, reason, context)
    default:
      return command.to satisfies never
  }
}

/** Nothing to do, unless another time or reason is stated than the one that stands. */
function standsAlready(
  { status, taken_over_at, delivered_at, unsigned_reason }: Note,
  at: string | undefined,
  reason: string | undefined,
): Verdict {
  if (status === 'delivered' && reason !== undefined && reason !== unsigned_reason)
    return refuseIdleReason('The delivery is already recorded')
  const standing = status === 'delivered' ? delivered_at : status === 'in_transit' ? taken_over_at : undefined
  if (standing === undefined || at === undefined) return accept()
  // A time that was ahead of our clock was taken as now, and may be stated again.
  const ahead = Date.parse(at) - Date.parse(standing)
  if (ahead >= 0 && ahead <= CLOCK_TOLERANCE) return accept()
  const [step, done] = status === 'delivered' ? ['delivery', 'delivered'] : ['pickup', 'taken over']
  const message = `The ${step} is recorded at ${standing} and cannot be changed; leave the time out.`
  return refuse('invalid_command', `The goods were already ${done} at another time.`, {
    errors: [{ pointer: '/at', code: 'contradiction', message }],
  })
}

/** An incident of which only the reason is known. Its id follows from the note and its version: a repeat is the same. */
function reportUntyped(note: Note, description: string | undefined, context: DecisionContext): Verdict {
  if (description === undefined) {
    return refuse('invalid_command', 'Describe what happened: an incident needs a description.', {
      errors: [
        {
          pointer: '/incident',
          code: 'required',
          message: 'Describe the incident.',
        },
      ],
    })
  }
  const incident_id = uuidOf({ incident_of: note.id, after_version: note.version }, context)
  return reportIncident(
    note,
    { type: 'report_incident', incident_id, incident: { type: 'other', description } },
    context,
  )
}

/** A UUID of version 8 (RFC 9562) from a content's hash. */
function uuidOf(content: JsonValue, { hash }: DecisionContext): string {
  const hex = hash(content)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
