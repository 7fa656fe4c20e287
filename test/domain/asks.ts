import type {
  CommandOf,
  EcmrCommand,
  EcmrFields,
  FieldChanges,
  IncidentInput,
  MetadataChanges,
  Outcome,
  Policy,
  Role,
  SignatureInput,
  Status,
} from '@ecmr/domain'
import { ANOTHER_COMPANY, document, eight, NOTE_ID } from './facts.js'

export const create = (
  fields: Partial<EcmrFields> = {},
  policy: Policy = 'lenient',
  metadata?: MetadataChanges,
): EcmrCommand => ({
  ...(metadata && { metadata }),
  type: 'create',
  id: NOTE_ID,
  ecmr_number: 'ECMR-2026-000000000-0',
  company_id: 'company-1',
  policy,
  fields: { ...eight, ...fields },
})

export const erase = (
  more: Partial<CommandOf<'erase_personal_data'>> = {},
): CommandOf<'erase_personal_data'> => ({
  type: 'erase_personal_data',
  categories: ['people'],
  reason: 'asked for by the person',
  by: 'owner',
  keys: ['note/people'],
  inClear: false,
  ...more,
})

export const edit = (changes: FieldChanges, reason?: string): EcmrCommand => ({
  type: 'edit',
  changes,
  ...(reason === undefined ? {} : { reason }),
})

export const keep = (metadata: MetadataChanges | null): EcmrCommand => ({ type: 'change_metadata', metadata })

export const sign = (role: Role, more: Partial<SignatureInput> = {}): EcmrCommand => ({
  type: 'sign',
  signature: { role, signer_name: `The ${role}`, method: 'typed', ...more },
})

export const attach = (more: Partial<CommandOf<'add_attachment'>> = {}): EcmrCommand => ({
  type: 'add_attachment',
  attachment_id: 'attachment-1',
  kind: 'damage_photo',
  media_type: 'image/jpeg',
  sha256: 'd'.repeat(64),
  bytes: 48_000,
  name: 'pallet.jpg',
  ...more,
})

export const withdraw = (reason = 'another lorry', attachment_id = 'attachment-1'): EcmrCommand => ({
  type: 'withdraw_attachment',
  attachment_id,
  reason,
})

export const invite = (more: Partial<CommandOf<'invite_signer'>> = {}): EcmrCommand => ({
  type: 'invite_signer',
  invitation_id: 'invitation-1',
  role: 'receiver',
  invited_name: 'Jean Martin',
  expires_in_hours: 72,
  ...more,
})

export const revoke = (invitation_id = 'invitation-1'): EcmrCommand => ({
  type: 'revoke_invitation',
  invitation_id,
})

export const decline = (more: Partial<CommandOf<'decline_to_sign'>> = {}): EcmrCommand => ({
  type: 'decline_to_sign',
  invitation_id: 'invitation-1',
  incident_id: 'incident-1',
  cause: 'absent',
  declared_by: 'Ana Ruiz',
  reason: 'the gate is closed',
  identified_by: 'told_code',
  ...more,
})

export const share = (more: Partial<CommandOf<'share'>> = {}): EcmrCommand => ({
  type: 'share',
  share_id: 'share-1',
  company_id: ANOTHER_COMPANY,
  access: 'read',
  ...more,
})

export const revokeShare = (share_id = 'share-1'): EcmrCommand => ({ type: 'revoke_share', share_id })

export const reserve = (by: Role, reservation_id = 'reservation-1'): EcmrCommand => ({
  type: 'record_reservation',
  reservation_id,
  by,
  grounds: 'two boxes wet',
})

export const report = (more: Partial<IncidentInput> = {}, incident_id = 'incident-1'): EcmrCommand => ({
  type: 'report_incident',
  incident_id,
  incident: { type: 'breakdown', description: 'engine failure near Girona', ...more },
})

export const resolve = (
  outcome: Outcome = 'continue',
  more: { note?: string; incident_id?: string } = {},
): EcmrCommand => ({ type: 'resolve_incident', incident_id: 'incident-1', outcome, ...more })

export const moveTo = (to: Status, reason?: string, at?: string): EcmrCommand => ({
  type: 'change_status',
  to,
  ...(reason === undefined ? {} : { reason }),
  ...(at === undefined ? {} : { at }),
})

export const takeOver = (more: { at?: string; place?: string } = {}): EcmrCommand => ({
  type: 'take_over',
  ...more,
})

export const confirmDelivery = (
  more: { at?: string; place?: string; unsigned_reason?: string } = {},
): EcmrCommand => ({ type: 'confirm_delivery', ...more })

export const issueDocument = (more: Partial<CommandOf<'issue_document'>> = {}): EcmrCommand => ({
  type: 'issue_document',
  ...document,
  ...more,
})

export const changeVehicle = (more: Partial<CommandOf<'change_vehicle'>> = {}): EcmrCommand => ({
  type: 'change_vehicle',
  changes: { vehicle_plate: '9999 XYZ' },
  reason: 'breakdown',
  ...more,
})

export const revertDelivery = (reason = 'it was another note'): EcmrCommand => ({
  type: 'revert_delivery',
  reason,
})

export const cancel = (reason = 'order withdrawn'): EcmrCommand => ({ type: 'cancel', reason })
