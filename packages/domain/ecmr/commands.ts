import type { VehicleField } from './editing-windows.js'
import type { EcmrEventData } from './events.js'
import type { FieldChanges } from './fields.js'
import type { MetadataChanges } from './metadata.js'
import type { Status } from './status.js'

type Data = EcmrEventData

export type SignatureInput = Omit<
  Data['EcmrSigned'],
  'level' | 'content_hash' | 'signature_hash' | 'previous_signature_hash'
>

/** What a signing link is made with. */
export type InvitationInput = Omit<Data['SignerInvited'], 'expires_at'> & {
  readonly expires_in_hours: number
}

/** What a file is added with. */
export type AttachmentInput = Data['AttachmentAdded']

/** Severity is medium and the instant is now unless given. */
export type IncidentInput = Omit<Data['IncidentReported'], 'incident_id' | 'severity' | 'occurred_at'> &
  Partial<Pick<Data['IncidentReported'], 'severity' | 'occurred_at'>>

/**
 * A command on a consignment note. Several of them in one list are decided together: all or nothing, in one append. Ids
 * are arguments, so that a repeated command yields the same events.
 */
export type EcmrCommand =
  | ({ readonly type: 'create'; readonly metadata?: MetadataChanges } & Omit<Data['EcmrCreated'], 'metadata'>)
  /** a partial update; becomes EcmrEdited, EcmrAmended, CarrierAssigned, CarrierUnassigned or VehicleChanged by field and moment */
  | { readonly type: 'edit'; readonly changes: FieldChanges; readonly reason?: string }
  /** null removes all */
  | { readonly type: 'change_metadata'; readonly metadata: MetadataChanges | null }
  | { readonly type: 'sign'; readonly signature: SignatureInput }
  | ({ readonly type: 'invite_signer' } & InvitationInput)
  | ({ readonly type: 'revoke_invitation' } & Data['SignerInvitationRevoked'])
  /** `incident_id`: of the incident that follows when the receiver is absent or refuses the goods */
  | ({ readonly type: 'decline_to_sign'; readonly incident_id: string } & Omit<
      Data['SigningDeclined'],
      'role'
    >)
  | ({ readonly type: 'add_attachment' } & AttachmentInput)
  | ({ readonly type: 'withdraw_attachment' } & Data['AttachmentWithdrawn'])
  /** only for the note's own company */
  | ({ readonly type: 'share' } & Data['EcmrShared'])
  | ({ readonly type: 'revoke_share' } & Data['SharingRevoked'])
  | ({ readonly type: 'record_reservation' } & Data['ReservationRecorded'])
  | { readonly type: 'report_incident'; readonly incident_id: string; readonly incident: IncidentInput }
  | ({ readonly type: 'resolve_incident' } & Data['IncidentResolved'])
  /** the update body's `status`: assign, take over or confirm delivery (`at`), or nothing when it stands there already */
  | { readonly type: 'change_status'; readonly to: Status; readonly reason?: string; readonly at?: string }
  | { readonly type: 'take_over'; readonly at?: string; readonly place?: string }
  | ({ readonly type: 'confirm_delivery'; readonly at?: string } & Pick<
      Data['DeliveryConfirmed'],
      'place' | 'unsigned_reason'
    >)
  /** another vehicle or driver while the goods are on their way; `changed_at`: since when, now unless given */
  | {
      readonly type: 'change_vehicle'
      readonly changes: Pick<FieldChanges, VehicleField>
      readonly reason: string
      readonly changed_at?: string
      readonly place?: string
    }
  | { readonly type: 'revert_delivery'; readonly reason: string }
  | ({ readonly type: 'cancel' } & Data['EcmrCancelled'])
  /** `keys`: the data keys that its values are sealed with; `inClear`: older events say some in clear */
  | ({
      readonly type: 'erase_personal_data'
      readonly keys: readonly string[]
      readonly inClear: boolean
    } & Pick<Data['PersonalDataErased'], 'categories' | 'reason' | 'by'>)
  | ({ readonly type: 'issue_document' } & Omit<Data['DocumentIssued'], 'outdated'>)

export type CommandOf<Type extends EcmrCommand['type']> = Extract<EcmrCommand, { readonly type: Type }>

/** What leads a note to its end is always possible, and small. */
const storing: Readonly<Record<EcmrCommand['type'], boolean>> = {
  create: true,
  edit: true,
  change_metadata: true,
  sign: true,
  invite_signer: true,
  revoke_invitation: false,
  decline_to_sign: true,
  add_attachment: true,
  withdraw_attachment: false,
  share: true,
  revoke_share: false,
  record_reservation: true,
  report_incident: true,
  resolve_incident: false,
  change_status: false,
  take_over: false,
  confirm_delivery: false,
  change_vehicle: false,
  revert_delivery: false,
  cancel: false,
  erase_personal_data: false,
  issue_document: false,
}

/** Whether a command adds to what a company keeps. */
export function addsToStorage(command: EcmrCommand): boolean {
  if (command.type === 'issue_document') return isFurtherDocument(command)
  return storing[command.type] || (command.type === 'change_status' && command.to === 'incident')
}

/** The law asks for a document on the way, and for its next version after a change; more of them than that are a wish. */
function isFurtherDocument({ version, supersedes, automatic }: CommandOf<'issue_document'>): boolean {
  return automatic !== true && (version > 1 || supersedes !== undefined)
}
