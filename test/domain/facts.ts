import type {
  Change,
  EcmrEvent,
  EcmrEventData,
  EcmrEventType,
  EcmrFields,
  FieldName,
  JsonValue,
  Policy,
  Role,
} from '@ecmr/domain'
import { NOW } from './given.js'

/** An event without its time, as a story tells it. */
export type Fact = {
  readonly [T in EcmrEventType]: Omit<Extract<EcmrEvent, { type: T }>, 'at'>
}[EcmrEventType]

type Data<T extends EcmrEventType> = EcmrEventData[T]

export const NOTE_ID = '0193a1c0-0000-7000-8000-000000000001'

/** The eight required fields. */
export const eight: EcmrFields = {
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Real 1',
  sender_city: 'Sevilla',
  receiver_company_name: 'Boulangerie Martin',
  receiver_address: 'Rue de la Paix 2',
  receiver_city: 'Lyon',
  goods_description: 'Aceite de oliva, 20 palés',
  pickup_date: '2026-11-23',
}

/** What a DeCA needs besides, for carriage within Spain. */
export const decaFields = {
  sender_country: 'ES',
  receiver_country: 'ES',
  sender_tax_id: 'B12345674',
  carrier_company_name: 'Transportes Ruiz SA',
  carrier_tax_id: 'A58818501',
  goods_weight_kg: 18_500,
  vehicle_plate: '1234 BCD',
} as const

/** What CMR art. 6 asks for besides, for carriage across a border. */
export const cmrFields: Partial<EcmrFields> = {
  sender_country: 'ES',
  receiver_country: 'FR',
  issue_date: '2026-11-20',
  issue_place: 'Sevilla',
  carrier_company_name: 'Transportes Ruiz SA',
  carrier_address: 'Polígono 3',
  carrier_city: 'Jaén',
  goods_packaging: 'pallets',
  goods_packages: 20,
  goods_marks: 'AS-1 to AS-20',
  goods_weight_kg: 18_500,
  charges: [],
  customs_instructions: 'none',
}

export function created(fields: Partial<EcmrFields> = {}, policy: Policy = 'lenient'): Fact {
  return {
    type: 'EcmrCreated',
    data: {
      id: NOTE_ID,
      ecmr_number: 'ECMR-2026-000000000-0',
      company_id: 'company-1',
      policy,
      fields: { ...eight, ...fields },
    },
  }
}

export function change(field: FieldName, old: JsonValue, now: JsonValue): Change {
  return { field, old, new: now }
}

export function edited(...changes: readonly Change[]): Fact
export function edited(changes: readonly Change[], reason: string): Fact
export function edited(...given: readonly Change[] | [readonly Change[], string]): Fact {
  return {
    type: 'EcmrEdited',
    data: hasReason(given) ? { changes: given[0], reason: given[1] } : { changes: given },
  }
}

function hasReason(
  given: readonly Change[] | [readonly Change[], string],
): given is [readonly Change[], string] {
  return typeof given[1] === 'string'
}

export const amended = (reason: string, ...changes: readonly Change[]): Fact => ({
  type: 'EcmrAmended',
  data: { changes, reason },
})

export const assigned = (data: Partial<Data<'CarrierAssigned'>> = {}): Fact => ({
  type: 'CarrierAssigned',
  data: { changes: [], ...data },
})

export const assignedTo = (name: string): Fact =>
  assigned({ changes: [change('carrier_company_name', null, name)] })

export const unassigned = (data: Partial<Data<'CarrierUnassigned'>> = {}): Fact => ({
  type: 'CarrierUnassigned',
  data: { changes: [change('carrier_company_name', 'Ruiz', null)], ...data },
})

export const takenOver = (data: Partial<Data<'GoodsTakenOver'>> = {}): Fact => ({
  type: 'GoodsTakenOver',
  data: { taken_over_at: NOW, ...data },
})

export const delivered = (data: Partial<Data<'DeliveryConfirmed'>> = {}): Fact => ({
  type: 'DeliveryConfirmed',
  data: { delivered_at: NOW, ...data },
})

export const inferred = { inferred: true } as const

export const signed = (role: Role, data: Partial<Data<'EcmrSigned'>> = {}): Fact => ({
  type: 'EcmrSigned',
  data: {
    role,
    signer_name: `The ${role}`,
    method: 'typed',
    level: 'simple',
    content_hash: 'c'.repeat(64),
    signature_hash: 'a'.repeat(64),
    previous_signature_hash: null,
    ...data,
  },
})

export const attached = (data: Partial<Data<'AttachmentAdded'>> = {}): Fact => ({
  type: 'AttachmentAdded',
  data: {
    attachment_id: 'attachment-1',
    kind: 'damage_photo',
    media_type: 'image/jpeg',
    sha256: 'd'.repeat(64),
    bytes: 48_000,
    name: 'pallet.jpg',
    ...data,
  },
})

export const withdrawn = (reason = 'another lorry'): Fact => ({
  type: 'AttachmentWithdrawn',
  data: { attachment_id: 'attachment-1', reason },
})

export const invited = (data: Partial<Data<'SignerInvited'>> = {}): Fact => ({
  type: 'SignerInvited',
  data: {
    invitation_id: 'invitation-1',
    role: 'receiver',
    invited_name: 'Jean Martin',
    expires_at: '2026-11-24T09:30:00.000Z',
    ...data,
  },
})

export const revoked = (invitation_id = 'invitation-1'): Fact => ({
  type: 'SignerInvitationRevoked',
  data: { invitation_id },
})

export const declined = (data: Partial<Data<'SigningDeclined'>> = {}): Fact => ({
  type: 'SigningDeclined',
  data: {
    invitation_id: 'invitation-1',
    role: 'receiver',
    cause: 'absent',
    declared_by: 'Ana Ruiz',
    reason: 'the gate is closed',
    identified_by: 'told_code',
    ...data,
  },
})

export const vehicleChanged = (reason: string, ...changes: readonly Change[]): Fact => ({
  type: 'VehicleChanged',
  data: { changes, reason },
})

/** The same as a command of its own leads to. */
export const anotherVehicle = (data: Partial<Data<'VehicleChanged'>> = {}): Fact => ({
  type: 'VehicleChanged',
  data: {
    changes: [change('vehicle_plate', null, '9999 XYZ')],
    reason: 'breakdown',
    changed_at: NOW,
    ...data,
  },
})

export const reserved = (by: Role, id = 'reservation-1'): Fact => ({
  type: 'ReservationRecorded',
  data: { reservation_id: id, by, grounds: 'two boxes wet' },
})

export const reported = (data: Partial<Data<'IncidentReported'>> = {}): Fact => ({
  type: 'IncidentReported',
  data: {
    incident_id: 'incident-1',
    type: 'breakdown',
    severity: 'medium',
    description: 'engine failure near Girona',
    occurred_at: NOW,
    ...data,
  },
})

export const resolved = (data: Partial<Data<'IncidentResolved'>> = {}): Fact => ({
  type: 'IncidentResolved',
  data: { incident_id: 'incident-1', outcome: 'continue', ...data },
})

export const reverted = (data: Partial<Data<'DeliveryReverted'>> = {}): Fact => ({
  type: 'DeliveryReverted',
  data: { delivered_at: NOW, back_to: 'in_transit', reason: 'it was another note', ...data },
})

export const cancelled = (reason = 'order withdrawn'): Fact => ({ type: 'EcmrCancelled', data: { reason } })

/** A first version of a document. */
export const document = {
  document_id: 'document-1',
  kind: 'cmr',
  language: 'es',
  version: 1,
  note_version: 1,
  sha256: 'd'.repeat(64),
  bytes: 50_000,
  template: 'cmr/1',
  created_at: '2026-11-20T08:00:30Z',
  modified_at: '2026-11-20T08:00:30Z',
} as const

export const issued = (data: Partial<Data<'DocumentIssued'>> = {}): Fact => ({
  type: 'DocumentIssued',
  data: { ...document, ...data },
})

/** Where a story may stand under the lenient policy. */
export const onTheWay = [
  created(),
  assigned(),
  takenOver({ taken_over_at: '2026-11-20T08:02:00.000Z' }),
] as const
export const atTheReceiver = [...onTheWay, delivered({ delivered_at: '2026-11-20T08:03:00.000Z' })] as const

export const ANOTHER_COMPANY = 'company-2'

export const shared = (data: Partial<Data<'EcmrShared'>> = {}): Fact => ({
  type: 'EcmrShared',
  data: { share_id: 'share-1', company_id: ANOTHER_COMPANY, access: 'act', role: 'carrier', ...data },
})

export const sharedToRead = (share_id = 'share-1', company_id = ANOTHER_COMPANY): Fact => ({
  type: 'EcmrShared',
  data: { share_id, company_id, access: 'read' },
})

export const unshared = (share_id = 'share-1'): Fact => ({ type: 'SharingRevoked', data: { share_id } })
