import { randomUUID } from 'node:crypto'
import type { EcmrEventData, EcmrEventType, JsonObject } from '@ecmr/domain'
import type { NotableEvent } from '@ecmr/webhooks'

let lastPosition = 0

/** The same event after a document was issued. */
export const withDocument = (
  event: NotableEvent,
  document: NonNullable<NotableEvent['metadata']['document']>,
): NotableEvent => ({ ...event, metadata: { ...event.metadata, document } })

export const fields = {
  sender_company_name: 'Aceites del Sur',
  sender_address: 'Polígono La Red 4',
  sender_city: 'Sevilla',
  receiver_company_name: 'Épicerie Martin',
  receiver_address: '3 rue du Port',
  receiver_city: 'Lyon',
  goods_description: 'Aceite de oliva',
  pickup_date: '2026-03-02',
}

const hash = 'a'.repeat(64)

/** What no webhook is told. */
type Unannounced =
  | 'ReservationRecorded'
  | 'PersonalDataErased'
  | 'SignerInvited'
  | 'SignerInvitationRevoked'
  | 'SigningDeclined'
  | 'AttachmentWithdrawn'

const data: {
  readonly [T in Exclude<EcmrEventType, Unannounced>]: EcmrEventData[T]
} = {
  EcmrCreated: {
    id: 'set by note()',
    ecmr_number: 'ECMR-2026-ABCDEFGHJ-K',
    company_id: 'set by note()',
    policy: 'lenient',
    fields,
  },
  EcmrSigned: {
    role: 'sender',
    signer_name: 'Ana Gil',
    method: 'drawn',
    level: 'simple',
    identified_by: 'told_code',
    invitation_id: randomUUID(),
    signature_image: `data:image/png;base64,${Buffer.from('an image').toString('base64')}`,
    content_hash: hash,
    signature_hash: hash,
    previous_signature_hash: null,
  },
  DeliveryConfirmed: { delivered_at: '2026-03-04T10:00:00.000Z', place: 'Lyon' },
  IncidentReported: {
    incident_id: randomUUID(),
    type: 'damage',
    severity: 'high',
    description: 'Two pallets got wet',
    occurred_at: '2026-03-03T10:00:00.000Z',
  },
  EcmrEdited: { changes: [{ field: 'goods_weight_kg', old: null, new: 1200 }] },
  EcmrAmended: { changes: [{ field: 'notes', old: 'Ring twice', new: null }], reason: 'Wrong bell' },
  VehicleChanged: {
    changes: [{ field: 'vehicle_plate', old: '1234BCD', new: '5678FGH' }],
    reason: 'Breakdown',
  },
  CarrierAssigned: { changes: [{ field: 'carrier_company_name', old: null, new: 'Transportes Rápidos' }] },
  CarrierUnassigned: { changes: [{ field: 'carrier_company_name', old: 'Transportes Rápidos', new: null }] },
  GoodsTakenOver: { taken_over_at: '2026-03-02T09:00:00.000Z', inferred: true },
  IncidentResolved: { incident_id: randomUUID(), outcome: 'continue', note: 'Dried' },
  EcmrCancelled: { reason: 'Order withdrawn' },
  DeliveryReverted: {
    delivered_at: '2026-03-04T10:00:00.000Z',
    back_to: 'in_transit',
    reason: 'Another note',
  },
  EcmrShared: { share_id: randomUUID(), company_id: 'company-b', access: 'act', role: 'carrier' },
  SharingRevoked: { share_id: randomUUID() },
  AttachmentAdded: {
    ...{
      attachment_id: randomUUID(),
      kind: 'load_photo',
      media_type: 'image/jpeg',
      sha256: hash,
      bytes: 482_113,
    },
    ...{ name: 'load.jpg', location: { latitude: 37.4, longitude: -6 } },
  },
  MetadataChanged: { metadata: { order: '4711' }, previous_metadata: { order: null } },
  DocumentIssued: {
    document_id: randomUUID(),
    kind: 'cmr',
    language: 'es',
    version: 2,
    note_version: 1,
    sha256: hash,
    bytes: 84_213,
    template: 'cmr/1',
    created_at: '2026-03-01T08:00:00Z',
    modified_at: '2026-03-01T08:00:00Z',
    automatic: true,
  },
}

/** The creation of so many notes. */
export const created = (count: number, company = 'company-a'): readonly NotableEvent[] =>
  Array.from({ length: count }, () => note(company).event('EcmrCreated'))

/** A consignment note whose events are recorded one after the other. */
export function note(company = 'company-a', id: string = randomUUID()) {
  let revision = 0
  function event<T extends keyof typeof data>(
    type: T,
    different: Partial<EcmrEventData[T]> = {},
  ): NotableEvent {
    const own = type === 'EcmrCreated' ? { id, company_id: company } : {}
    return recorded(company, id, revision++, type, { ...data[type], ...own, ...different })
  }
  return {
    id,
    event,
    events: (...types: readonly (keyof typeof data)[]) => types.map((type) => event(type)),
    other(type: EcmrEventType): NotableEvent {
      return recorded(company, id, revision++, type, {})
    },
  }
}

function recorded(company: string, id: string, revision: number, type: string, data: object): NotableEvent {
  return {
    id: randomUUID(),
    type,
    stream: `ecmr-${id}`,
    revision,
    position: String(++lastPosition).padStart(16, '0'),
    data: JSON.parse(JSON.stringify(data)) as JsonObject,
    metadata: {
      recorded_at: '2026-03-01T08:00:00.000Z',
      schema_version: 1,
      company_id: company,
      ecmr_number: 'ECMR-2026-ABCDEFGHJ-K',
      status: 'draft',
    },
  }
}

/** The position of the newest event that was recorded. */
export function head(): string {
  return lastPosition === 0 ? '' : String(lastPosition).padStart(16, '0')
}

/** Leaves room for so many events that are recorded in another way; returns the number of the first of them. */
export function skipPositions(count: number): number {
  const first = lastPosition + 1
  lastPosition += count
  return first
}
