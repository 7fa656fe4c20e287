import { withChanges } from './changes.js'
import { changesDocuments } from './documents.js'
import { erasedNote } from './erased-note.js'
import type { Change, EcmrEvent } from './events.js'
import { withMetadata } from './metadata.js'
import type { Attachment, Incident, Invitation, Note, Share, Signature } from './state.js'
import type { Progress } from './status.js'
import { isAnswered } from './invitations.js'
import { hasReached, milestones } from './transitions.js'

/** An event that cannot stand where it stands: the stream was not written by `decide`, or not in this order. */
export class ImpossibleEvent extends Error {
  override readonly name = 'ImpossibleEvent'
}

/**
 * The note after one more event.
 *
 * @param note the fold of the events so far, null before the first
 * @throws ImpossibleEvent when the event cannot follow
 */
export function evolve(note: Note | null, event: EcmrEvent): Note {
  if (event.type === 'EcmrCreated') {
    if (note !== null) throw new ImpossibleEvent(`${note.id} is created twice`)
    return created(event)
  }
  if (note === null) throw new ImpossibleEvent(`${event.type} comes before EcmrCreated`)
  if (note.cancelled_at !== undefined && !followsCancelling.has(event.type))
    throw new ImpossibleEvent(`${event.type} comes after EcmrCancelled`)
  const next = changed(note, event)
  const isIncidentOpen = next.incidents.some((incident) => incident.status === 'open')
  return {
    ...next,
    status: isIncidentOpen ? 'incident' : next.progress,
    version: note.version + 1,
    content_version: changesDocuments(event) ? note.version + 1 : note.content_version,
    updated_at: event.at,
  }
}

const followsCancelling: ReadonlySet<EcmrEvent['type']> = new Set([
  'AttachmentWithdrawn',
  'DocumentIssued',
  'MetadataChanged',
  'PersonalDataErased',
  'EcmrShared',
  'SharingRevoked',
])

function created({ at, data }: EventOf<'EcmrCreated'>): Note {
  const { id, ecmr_number, company_id, policy, fields, metadata = {} } = data
  return {
    id,
    ecmr_number,
    company_id,
    policy,
    fields,
    metadata,
    progress: 'draft',
    reported_progress: 'draft',
    status: 'draft',
    version: 1,
    content_version: 1,
    created_at: at,
    updated_at: at,
    signatures: [],
    invitations: [],
    shares: [],
    reservations: [],
    incidents: [],
    documents: [],
    attachments: [],
  }
}

function changed(note: Note, event: Exclude<EcmrEvent, { type: 'EcmrCreated' }>): Note {
  switch (event.type) {
    case 'EcmrEdited':
    case 'EcmrAmended':
      return withFields(note, event.data.changes)
    case 'VehicleChanged':
      return {
        ...withFields(note, event.data.changes),
        vehicle_changed_at: event.data.changed_at ?? event.at,
      }
    case 'CarrierAssigned':
      return note.progress === 'draft'
        ? { ...withFields(note, event.data.changes), ...reached(note, 'assigned', event.data) }
        : withFields(note, event.data.changes)
    case 'CarrierUnassigned':
      if (hasReached(note, 'in_transit'))
        throw new ImpossibleEvent(`${event.type} comes when the note is ${note.progress}`)
      return { ...withFields(note, event.data.changes), progress: 'draft', reported_progress: 'draft' }
    case 'EcmrSigned':
      return {
        ...note,
        signatures: [...note.signatures, signature(event)],
        invitations: closed(note, event.data.invitation_id, { state: 'used', closed_at: event.at }),
      }
    case 'SignerInvited':
      return {
        ...note,
        invitations: [...note.invitations, { ...event.data, invited_at: event.at, state: 'open' }],
      }
    case 'SignerInvitationRevoked':
      return { ...note, invitations: revoked(note, event) }
    case 'SigningDeclined':
      return {
        ...note,
        invitations: closed(note, event.data.invitation_id, { state: 'declined', closed_at: event.at }),
      }
    case 'EcmrShared':
      return { ...note, shares: [...note.shares, { ...event.data, shared_at: event.at }] }
    case 'SharingRevoked':
      return { ...note, shares: unshared(note.shares, event) }
    case 'GoodsTakenOver':
      expectProgress(note, 'assigned', event)
      return {
        ...note,
        ...reached(note, 'in_transit', event.data),
        taken_over_at: event.data.taken_over_at,
        taken_over_recorded_at: event.at,
      }
    case 'DeliveryConfirmed':
      expectProgress(note, 'in_transit', event)
      return delivered(note, event)
    case 'DeliveryReverted':
      expectProgress(note, 'delivered', event)
      return reverted(note, event)
    case 'ReservationRecorded':
      return { ...note, reservations: [...note.reservations, { ...event.data, recorded_at: event.at }] }
    case 'IncidentReported':
      return {
        ...note,
        incidents: [...note.incidents, { ...event.data, status: 'open', reported_at: event.at }],
      }
    case 'IncidentResolved':
      return { ...note, incidents: resolved(note.incidents, event) }
    case 'EcmrCancelled':
      return { ...note, cancelled_at: event.at, cancel_reason: event.data.reason }
    case 'MetadataChanged':
      return { ...note, metadata: withMetadata(note.metadata, event.data.metadata) }
    case 'DocumentIssued':
      return {
        ...note,
        documents: [...note.documents, { ...event.data, issued_at_version: note.version + 1 }],
      }
    case 'AttachmentAdded':
      return { ...note, attachments: [...note.attachments, { ...event.data, added_at: event.at }] }
    case 'AttachmentWithdrawn':
      return { ...note, attachments: withdrawn(note.attachments, event) }
    case 'PersonalDataErased':
      return erasedNote(note, event)
    default:
      return event satisfies never
  }
}

/** What follows from a later step is not reported itself. */
function reached(
  { reported_progress }: Note,
  progress: 'assigned' | 'in_transit',
  { inferred }: { readonly inferred?: true },
): Pick<Note, 'progress' | 'reported_progress'> {
  return { progress, reported_progress: inferred ? reported_progress : progress }
}

/** Earlier signatures cover the earlier content; their parties must sign again. */
function withFields(note: Note, changes: readonly Change[]): Note {
  if (changes.length === 0) return note
  return { ...note, fields: withChanges(note.fields, changes), signatures: note.signatures.map(outdated) }
}

function outdated(signature: Signature): Signature {
  return signature.covers_current_version ? { ...signature, covers_current_version: false } : signature
}

function signature({ at, data }: EventOf<'EcmrSigned'>): Signature {
  const { signed_at } = data
  const when = signed_at === undefined ? { signed_at: at } : { signed_at, recorded_at: at }
  return { ...data, ...when, covers_current_version: true }
}

function delivered(note: Note, { at, data }: EventOf<'DeliveryConfirmed'>): Note {
  const { delivered_at, unsigned_reason } = data
  return {
    ...note,
    progress: milestones.DeliveryConfirmed,
    delivered_at,
    delivery_recorded_at: at,
    ...(unsigned_reason === undefined ? {} : { unsigned_reason }),
  }
}

function reverted(note: Note, { at, data }: EventOf<'DeliveryReverted'>): Note {
  const { delivered_at, delivery_recorded_at = at, unsigned_reason: _, ...rest } = note
  const { back_to, reason } = data
  if (delivered_at === undefined) throw new ImpossibleEvent(`${note.id} has no delivery to take back`)
  const one = { delivered_at, delivery_recorded_at, reverted_at: at, reason }
  return {
    ...(back_to === 'in_transit' ? rest : withoutTakingOver(rest)),
    progress: back_to,
    reported_progress: back_to,
    reverted_deliveries: [...(note.reverted_deliveries ?? []), one],
    signatures: note.signatures.map((signature) =>
      signature.role === 'receiver' && signature.delivery_reverted_at === undefined
        ? { ...outdated(signature), delivery_reverted_at: at }
        : signature,
    ),
  }
}

function withoutTakingOver(note: Note): Note {
  const { taken_over_at: _, taken_over_recorded_at: __, vehicle_changed_at: ___, ...rest } = note
  return rest
}

function resolved(
  incidents: readonly Incident[],
  { at, data }: EventOf<'IncidentResolved'>,
): readonly Incident[] {
  const isOpen = (one: Incident) => one.incident_id === data.incident_id && one.status === 'open'
  if (!incidents.some(isOpen)) throw new ImpossibleEvent(`there is no open incident ${data.incident_id}`)
  return incidents.map((one) =>
    isOpen(one) ? { ...one, ...data, status: 'resolved', resolved_at: at } : one,
  )
}

function withdrawn(
  attachments: readonly Attachment[],
  { at, data }: EventOf<'AttachmentWithdrawn'>,
): readonly Attachment[] {
  const isMeant = (one: Attachment) => one.attachment_id === data.attachment_id && !one.withdrawn_at
  if (!attachments.some(isMeant)) throw new ImpossibleEvent(`there is no attachment ${data.attachment_id}`)
  return attachments.map((one) =>
    isMeant(one) ? { ...one, withdrawn_at: at, withdrawn_reason: data.reason } : one,
  )
}

/** The invitations of a note once one of them is open no longer; none, when a signature came without one. */
function closed(
  { invitations }: Note,
  id: string | undefined,
  how: Pick<Invitation, 'state' | 'closed_at'>,
): readonly Invitation[] {
  if (id === undefined) return invitations
  const isMeant = (one: Invitation) => one.invitation_id === id && one.state === 'open'
  if (!invitations.some(isMeant)) throw new ImpossibleEvent(`there is no open invitation ${id}`)
  return invitations.map((one) => (isMeant(one) ? { ...one, ...how } : one))
}

/** A driver’s invitation can be revoked after its signature too, which stays. */
function revoked(note: Note, { at, data }: EventOf<'SignerInvitationRevoked'>): readonly Invitation[] {
  const { invitation_id: id } = data
  const signed = note.invitations.some((one) => one.invitation_id === id && isAnswered(one))
  if (!signed) return closed(note, id, { state: 'revoked', closed_at: at })
  return note.invitations.map((one) => (one.invitation_id === id ? { ...one, revoked_at: at } : one))
}

function unshared(shares: readonly Share[], { at, data }: EventOf<'SharingRevoked'>): readonly Share[] {
  const isMeant = (one: Share) => one.share_id === data.share_id && one.revoked_at === undefined
  if (!shares.some(isMeant)) throw new ImpossibleEvent(`there is no open share ${data.share_id}`)
  return shares.map((one) => (isMeant(one) ? { ...one, revoked_at: at } : one))
}

function expectProgress(note: Note, progress: Progress, event: EcmrEvent): void {
  if (note.progress === progress) return
  throw new ImpossibleEvent(`${event.type} comes when the note is ${note.progress}, not ${progress}`)
}

type EventOf<Type extends EcmrEvent['type']> = Extract<EcmrEvent, { readonly type: Type }>
