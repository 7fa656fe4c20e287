import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, type Fact, refuse, type Verdict } from '../decision.js'
import type { Note } from '../state.js'
import { hasSigned } from '../strict-policy.js'
import { hasReached } from '../transitions.js'
import { confirmDelivery } from './confirm-delivery.js'

/** Closes an incident. With the outcome `delivered_with_reservations` the goods are delivered thereby. */
export function resolveIncident(
  note: Note,
  command: CommandOf<'resolve_incident'>,
  context: DecisionContext,
): Verdict {
  const { incident_id, outcome } = command
  const incident = note.incidents.find((known) => known.incident_id === incident_id)
  if (incident === undefined) return refuse('incident_not_found', `This note has no incident ${incident_id}.`)
  if (incident.status === 'resolved') {
    return refuse('incident_resolved', `It was resolved at ${incident.resolved_at}: ${incident.outcome}.`)
  }
  const explained = command.note === undefined ? {} : { note: command.note }
  const resolved: Fact = { type: 'IncidentResolved', data: { incident_id, outcome, ...explained } }
  if (outcome !== 'delivered_with_reservations' || hasReached(note, 'delivered')) return accept(resolved)
  // Where the receiver has not signed with reservations, the incident is the reason.
  const unsigned = !hasSigned(note, 'receiver') && { unsigned_reason: command.note ?? incident.description }
  const verdict = confirmDelivery(note, { type: 'confirm_delivery', ...unsigned }, context)
  return verdict.ok ? accept(resolved, ...verdict.facts) : verdict
}
