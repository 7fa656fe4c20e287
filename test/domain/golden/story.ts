import { decide, type EcmrCommand, type EcmrEvent } from '@ecmr/domain'
import * as asks from '../asks.js'
import { commit, sha256 } from '../given.js'

const everything = asks.create({
  reference: 'PO-4711',
  transport_type: 'international',
  sender_tax_id: 'B12345678',
  carrier_tax_id: 'A87654321',
  goods_weight_kg: 18500.5,
  goods_packages: 20,
  goods_items: [{ description: 'olive oil', packages: 20, weight_kg: 18500.5 }],
  charges: [{ kind: 'carriage', amount: '1250.00', currency: 'EUR', payer: 'sender' }],
  transhipment_allowed: false,
})

const drawn = {
  method: 'drawn',
  signer_tax_id: '12345678Z',
  signature_image: 'data:image/png;base64,AA==',
  place: 'Sevilla',
  remarks: 'seal checked',
} as const

/** Lives of notes in which every event occurs, with and without its optional members. */
const lives: Readonly<Record<string, readonly EcmrCommand[]>> = {
  complete: [
    everything,
    asks.edit({ reference: null, issue_place: 'Sevilla' }),
    asks.edit({ carrier_company_name: 'Transportes Ruiz SA' }),
    asks.sign('sender'),
    asks.edit({ goods_packages: 21 }, 'recounted'),
    asks.edit({ carrier_phone: '600' }, 'new number'),
    asks.sign('carrier', drawn),
    asks.edit({ vehicle_plate: '9999 XYZ' }, 'breakdown'),
    asks.reserve('carrier'),
    asks.report({ severity: 'high', occurred_at: '2026-11-23T08:00:00Z', place: 'Girona' }),
    asks.resolve('continue', { note: 'repaired' }),
    asks.confirmDelivery({ at: '2026-11-23T13:00:00+01:00', place: 'Lyon', unsigned_reason: 'closed' }),
    asks.report({}, 'incident-2'),
    asks.resolve('dismissed', { incident_id: 'incident-2' }),
  ],
  cancelled: [asks.create({}, 'strict'), asks.cancel()],
  erased: [
    asks.create({ driver_name: 'Eva Luna' }),
    asks.erase(),
    asks.confirmDelivery(),
    asks.erase({ categories: ['people', 'parties'], by: 'operator' }),
  ],
  unassigned: [
    asks.create({ carrier_company_name: 'Transportes Ruiz SA' }),
    asks.edit({ carrier_company_name: null }),
    asks.edit({ carrier_company_name: 'Gómez' }),
    asks.sign('sender'),
    asks.edit({ carrier_company_name: null }, 'withdrew'),
  ],
  invited: [
    asks.create(),
    asks.invite({ role: 'driver', invited_email: 'driver@example.com' }),
    asks.sign('carrier', { identified_by: 'mailed_code', invitation_id: 'invitation-1' }),
    asks.invite({ invitation_id: 'invitation-2' }),
    asks.revoke('invitation-2'),
    asks.invite({ invitation_id: 'invitation-3' }),
    asks.decline({ invitation_id: 'invitation-3' }),
  ],
  jumped: [asks.create(), asks.confirmDelivery()],
  stated: [
    asks.create({ carrier_company_name: 'Transportes Ruiz SA' }),
    asks.sign('carrier', { signed_at: '2026-11-23T11:30:00+01:00' }),
    asks.sign('receiver', { signed_at: '2026-11-23T11:00:00Z', place: 'Lyon' }),
  ],
  reloaded: [
    everything,
    asks.takeOver(),
    asks.changeVehicle(),
    asks.changeVehicle({
      changes: { vehicle_plate: '1111 BBB', trailer_plate: 'R-1', driver_name: 'Eva Luna' },
      changed_at: '2026-11-23T13:00:00+01:00',
      place: 'Girona',
    }),
  ],
  reverted: [
    asks.create({ carrier_company_name: 'Transportes Ruiz SA' }),
    asks.confirmDelivery({ at: '2026-11-23T11:00:00Z' }),
    asks.revertDelivery(),
    asks.takeOver(),
    asks.sign('receiver'),
    asks.revertDelivery('the receiver signed for another lorry'),
  ],
  attached: [
    asks.create(),
    asks.invite(),
    asks.attach(),
    asks.attach({
      attachment_id: 'attachment-2',
      sent_sha256: 'e'.repeat(64),
      width: 4000,
      height: 3000,
      title: 'Broken pallet',
      description: 'lower corner',
      location: { latitude: 37.7749, longitude: -3.7903 },
      source_url: 'https://example.com/photo.jpg',
      invitation_id: 'invitation-1',
    }),
    asks.withdraw(),
  ],
  shared: [
    asks.create(),
    asks.share(),
    asks.share({ share_id: 'share-2', access: 'act', role: 'carrier' }),
    asks.revokeShare(),
  ],
  kept: [asks.create({}, 'lenient', { order: '4711' }), asks.keep({ order: null, lane: 'ES-FR' })],
  issued: [
    asks.create(),
    asks.issueDocument(),
    asks.sign('sender'),
    asks.issueDocument({
      version: 2,
      reason: 'a clearer copy',
      supersedes: 'document-0',
      automatic: true,
      replaced_characters: ['\u{1f69a}'],
      checkpoint: { size: 4_711, root: 'L6hG7nVyE0y1z7a0vJv7Qn0S6Hk1m0w6yq0b2lYh5Xs=' },
      notes: [{ ecmr_id: 'note-1', note_version: 1 }],
    }),
  ],
}

/** The events of those lives as today's code writes them, by a name for each. */
export function goldenEvents(): ReadonlyMap<string, EcmrEvent> {
  return new Map(
    Object.entries(lives).flatMap(([life, commands]) =>
      eventsOf(commands).map((event, index) => [
        `${life}-${String(index + 1).padStart(2, '0')}-${event.type}`,
        event,
      ]),
    ),
  )
}

function eventsOf(commands: readonly EcmrCommand[]): readonly EcmrEvent[] {
  const made = decide(null, commands, { now: '2026-11-23T12:00:00.000Z', hash: sha256, commit })
  if (!made.ok) throw new Error(made.refusal.detail)
  return made.events
}
