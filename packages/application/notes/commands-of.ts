import {
  type IncidentBody,
  incidentBody,
  type ReservationBody,
  type ResolutionBody,
  type UpdateEcmrBody,
  updateMembers,
} from '@ecmr/contract'
import { type EcmrCommand, type FieldChanges, parseStatus } from '@ecmr/domain'
import { partId } from './part-id.js'

/** An incident as a command; instants are written in UTC. */
export function reportIncident(incident: IncidentBody, commandId: string): EcmrCommand {
  const { occurred_at, ...rest } = incident
  const at = occurred_at !== undefined && { occurred_at: new Date(occurred_at).toISOString() }
  return { type: 'report_incident', incident_id: partId(commandId, 'incident'), incident: { ...rest, ...at } }
}

/** A reservation as a command. */
export function recordReservation(reservation: ReservationBody, commandId: string): EcmrCommand {
  return { type: 'record_reservation', reservation_id: partId(commandId, 'reservation'), ...reservation }
}

/** The end of an incident as a command. */
export function resolveIncident(incident_id: string, resolution: ResolutionBody): EcmrCommand {
  return { type: 'resolve_incident', incident_id, ...resolution }
}

/**
 * The commands of an update, in the order in which things happen on the road: an open incident stands in the way of
 * all else, remarks are made before signing, and what goes wrong now goes wrong after what went right.
 */
export function commandsOfUpdate(body: UpdateEcmrBody, commandId: string): readonly EcmrCommand[] {
  const { reservation, signature, incident, resolve_incident } = body
  const commands: EcmrCommand[] = []
  if (resolve_incident) commands.push({ type: 'resolve_incident', ...resolve_incident })
  const changes = changesOf(body)
  if (Object.keys(changes).length > 0) commands.push(edit(changes, body.amendment_reason))
  if (reservation) commands.push(recordReservation(reservation, commandId))
  if (signature) commands.push({ type: 'sign', signature })
  const to = body.status === undefined ? undefined : parseStatus(body.status)
  if (to !== undefined && to !== 'incident') commands.push(changeStatus(to, body.unsigned_reason))
  if (incident) commands.push(reportIncident(incident, commandId))
  if (to === 'incident' && !incident) commands.push(changeStatus(to, undefined))
  return commands
}

/** Where a fault that a command found stands in the body of an update. */
export function pointerInUpdate(pointer: string, body: UpdateEcmrBody): string {
  const [, name = ''] = pointer.split('/')
  return body.incident && name in incidentBody.properties ? `/incident${pointer}` : pointer
}

function changesOf(body: UpdateEcmrBody): FieldChanges {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !updateMembers.has(name)))
}

function edit(changes: FieldChanges, reason: string | undefined): EcmrCommand {
  return { type: 'edit', changes, ...(reason !== undefined && { reason }) }
}

function changeStatus(
  to: NonNullable<ReturnType<typeof parseStatus>>,
  reason: string | undefined,
): EcmrCommand {
  return { type: 'change_status', to, ...(reason !== undefined && { reason }) }
}
