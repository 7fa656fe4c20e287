import type { EcmrEventData, Policy } from './events.js'
import type { EcmrFields } from './fields.js'
import type { Metadata } from './metadata.js'
import type { Progress, Status } from './status.js'

export type Signature = EcmrEventData['EcmrSigned'] & {
  readonly signed_at: string
  /** when it was recorded; absent where nothing else was stated: then `signed_at` is that instant */
  readonly recorded_at?: string
  /** the content has not changed since, and a delivery that it confirmed stands */
  readonly covers_current_version: boolean
  /** when the delivery was taken back that it confirmed */
  readonly delivery_reverted_at?: string
}

/** A delivery that was recorded by mistake, and taken back. */
export interface RevertedDelivery {
  readonly delivered_at: string
  readonly delivery_recorded_at: string
  readonly reverted_at: string
  readonly reason: string
}

export type Reservation = EcmrEventData['ReservationRecorded'] & { readonly recorded_at: string }

export type Incident = EcmrEventData['IncidentReported'] &
  Partial<Omit<EcmrEventData['IncidentResolved'], 'incident_id'>> & {
    readonly status: 'open' | 'resolved'
    readonly reported_at: string
    readonly resolved_at?: string
  }

/** What became of an invitation to sign; that it has expired follows from the present instant. */
export type Invitation = EcmrEventData['SignerInvited'] & {
  readonly invited_at: string
  readonly state: 'open' | 'used' | 'declined' | 'revoked'
  /** when it was used, declined or revoked */
  readonly closed_at?: string
  /** when it was revoked after a signature: a driver’s goes on beyond that */
  readonly revoked_at?: string
}

/** What another company was given of the note. */
export type Share = EcmrEventData['EcmrShared'] & {
  readonly shared_at: string
  /** absent: it is open */
  readonly revoked_at?: string
}

/** A version of a document of the note, in the order of issuing. */
export type IssuedDocument = EcmrEventData['DocumentIssued'] & {
  /** the note's version with this event */
  readonly issued_at_version: number
  /** personal data were erased since: its file is removed once there is a version without them */
  readonly erased?: true
}

/** A file that people added to the note, in the order of adding. */
export type Attachment = EcmrEventData['AttachmentAdded'] & {
  readonly added_at: string
  readonly withdrawn_at?: string
  readonly withdrawn_reason?: string
  /** personal data were erased since: its bytes are removed */
  readonly erased?: true
}

/** An erasure of personal values that waits. */
export type PendingErasure = Pick<EcmrEventData['PersonalDataErased'], 'categories' | 'reason' | 'by'> & {
  readonly due: string
}

/** A consignment note as the fold of its events. `null` stands for a note that does not exist. */
export interface Note {
  readonly id: string
  readonly ecmr_number: string
  readonly company_id: string
  readonly policy: Policy
  readonly fields: EcmrFields
  readonly metadata: Metadata
  readonly progress: Progress
  /** `progress` by what was reported itself, without the delivery and what was inferred from it */
  readonly reported_progress: Exclude<Progress, 'delivered'>
  /** derived: `incident` while one is open, else `progress` */
  readonly status: Status
  /** number of events so far; the ETag of the record */
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  /** the version with the newest event that changes what a document says */
  readonly content_version: number
  readonly taken_over_at?: string
  /** when the taking over was recorded; people state `taken_over_at` */
  readonly taken_over_recorded_at?: string
  readonly delivered_at?: string
  /** since when the goods have been in the present vehicle, as stated; absent: since the taking over */
  readonly vehicle_changed_at?: string
  /** when the delivery was recorded; people state `delivered_at` */
  readonly delivery_recorded_at?: string
  readonly unsigned_reason?: string
  /** oldest first; absent: none was */
  readonly reverted_deliveries?: readonly RevertedDelivery[]
  readonly cancelled_at?: string
  readonly cancel_reason?: string
  /** when personal values were erased last */
  readonly erased_at?: string
  /** an erasure that was asked for, and waits until no legal duty runs any more */
  readonly erasure?: PendingErasure
  readonly signatures: readonly Signature[]
  readonly invitations: readonly Invitation[]
  /** oldest first */
  readonly shares: readonly Share[]
  readonly reservations: readonly Reservation[]
  readonly incidents: readonly Incident[]
  readonly documents: readonly IssuedDocument[]
  readonly attachments: readonly Attachment[]
}

/** The stream of a consignment note in the event log. */
export function noteStream(id: string): string {
  return `ecmr-${id}`
}
