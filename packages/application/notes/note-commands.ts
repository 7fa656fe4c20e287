import {
  type CancellationBody,
  type DeliveryReversalBody,
  type IncidentBody,
  incidentBody,
  type ReservationBody,
  type ResolutionBody,
  type SignatureBody,
  type UpdateEcmrBody,
  updateMembers,
  type VehicleChangeBody,
} from '@ecmr/contract'
import { type EcmrCommand, type FieldChanges, parseStatus, type Status } from '@ecmr/domain'
import { v5 as uuidv5 } from 'uuid'

/** The id of what a command adds to a note; a repeat of the command adds the same. */
function partId(
  commandId: string,
  part: 'incident' | 'reservation' | 'invitation' | 'attachment' | 'share',
): string {
  return uuidv5(part, commandId)
}

/** The id of the invitation that a command makes. */
export function invitationId(commandId: string): string {
  return partId(commandId, 'invitation')
}

/**
 * The id of the attachment that a command adds.
 *
 * @param index its place among several that are added together, from 0
 */
export function attachmentId(commandId: string, index = 0): string {
  const first = partId(commandId, 'attachment')
  return index === 0 ? first : uuidv5(`attachment ${index}`, first)
}

/** The id of the share that a command makes. */
export function shareId(commandId: string): string {
  return partId(commandId, 'share')
}

/** The id of the incident that a command reports. */
export function incidentId(commandId: string): string {
  return partId(commandId, 'incident')
}

export function sign(signature: SignatureBody): EcmrCommand {
  return { type: 'sign', signature }
}

export function cancel({ reason }: CancellationBody): EcmrCommand {
  return { type: 'cancel', reason }
}

/** Another vehicle or driver on the way. */
export function changeVehicle(body: VehicleChangeBody): EcmrCommand {
  const { reason, changed_at, place, ...changes } = body
  return {
    type: 'change_vehicle',
    changes,
    reason,
    ...(changed_at !== undefined && { changed_at }),
    ...(place !== undefined && { place }),
  }
}

export function revertDelivery({ reason }: DeliveryReversalBody): EcmrCommand {
  return { type: 'revert_delivery', reason }
}

/** An incident as a command; instants are written in UTC. */
export function reportIncident(incident: IncidentBody, commandId: string): EcmrCommand {
  const { occurred_at, ...rest } = incident
  const at = occurred_at !== undefined && { occurred_at: new Date(occurred_at).toISOString() }
  return { type: 'report_incident', incident_id: incidentId(commandId), incident: { ...rest, ...at } }
}

export function recordReservation(reservation: ReservationBody, commandId: string): EcmrCommand {
  return { type: 'record_reservation', reservation_id: partId(commandId, 'reservation'), ...reservation }
}

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
  if (signature) commands.push(sign(signature))
  if (body.metadata !== undefined) commands.push({ type: 'change_metadata', metadata: body.metadata })
  const to = body.status === undefined ? undefined : parseStatus(body.status)
  if (to !== undefined && to !== 'incident')
    commands.push(changeStatus(to, body.unsigned_reason, statedWith(to, body)))
  if (incident) commands.push(reportIncident(incident, commandId))
  if (to === 'incident' && !incident) commands.push(changeStatus(to))
  return commands
}

/** When the step happened that a status stands for. */
function statedWith(to: Status, { taken_over_at, delivered_at }: UpdateEcmrBody): string | undefined {
  return to === 'in_transit' ? (taken_over_at ?? undefined) : delivered_at
}

/** Where a fault that a command found stands in the body of an update. */
export function pointerInUpdate(pointer: string, body: UpdateEcmrBody): string {
  const [, name = ''] = pointer.split('/')
  if (pointer === '/at' && body.delivered_at !== undefined) return '/delivered_at'
  if (pointer === '/at' && body.taken_over_at) return '/taken_over_at'
  if (pointer === '/remarks' || pointer === '/signed_at') return `/signature${pointer}`
  return body.incident && name in incidentBody.properties ? `/incident${pointer}` : pointer
}

function changesOf(body: UpdateEcmrBody): FieldChanges {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !updateMembers.has(name)))
}

export function edit(changes: FieldChanges, reason?: string): EcmrCommand {
  return { type: 'edit', changes, ...(reason !== undefined && { reason }) }
}

/** @param reason with delivered: why the receiver did not sign; @param at with in_transit and delivered: when, if not now */
export function changeStatus(to: Status, reason?: string, at?: string): EcmrCommand {
  return {
    type: 'change_status',
    to,
    ...(reason !== undefined && { reason }),
    ...(at !== undefined && { at }),
  }
}
