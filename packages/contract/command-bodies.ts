import { incidentTypes, outcomes, roles, severities, signingMethods, vehicleFields } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { fieldsToUpdate } from './fields.js'
import { closed, oneOf } from './json-schema.js'
import { text } from './text.js'

const instant = (description: string) =>
  Type.String({ description: `${description} (RFC 3339)`, format: 'date-time' })

/** Characters of a data URL: a picture of 375 KB, which fits into a body of 512 KiB with the rest. */
const LONGEST_PICTURE = 500_000

/** Body of `POST …/signatures`, and `signature` of an update. */
export const signatureBody = closed(
  {
    role: oneOf(roles, 'On whose behalf it is signed'),
    signer_name: text('Name of the person who signs', 200),
    signer_tax_id: Type.Optional(text('Tax identification of the person who signs', 50)),
    method: oneOf(signingMethods, 'How it was signed'),
    signature_image: Type.Optional(
      Type.String({
        description:
          'The drawn signature as a data URL (PNG, JPEG or WebP, base64), at most 4,000 pixels a side. Of more than 100 KB it is stored smaller, as a JPEG',
        pattern: '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
        maxLength: LONGEST_PICTURE,
      }),
    ),
    signed_at: Type.Optional(instant('When it was signed, if not just now')),
    place: Type.Optional(text('Where it was signed', 200)),
    remarks: Type.Optional(
      text('Remarks of the signer; while an incident is open, the reservations of the receiver', 2000),
    ),
  },
  { title: 'Signature', description: 'A signature' },
)
export type SignatureBody = Static<typeof signatureBody>

/** Body of `POST …/incidents`, and `incident` of an update. */
export const incidentBody = closed(
  {
    type: oneOf(incidentTypes, 'Kind of incident'),
    description: text('What happened', 5000),
    severity: Type.Optional(oneOf(severities, 'How bad it is; medium unless given')),
    occurred_at: Type.Optional(instant('When it happened; now unless given')),
    place: Type.Optional(text('Where it happened', 200)),
  },
  { title: 'Incident', description: 'An incident on the shipment' },
)
export type IncidentBody = Static<typeof incidentBody>

const resolution = {
  outcome: oneOf(outcomes, 'How the incident ended'),
  note: Type.Optional(text('Remarks on the outcome', 2000)),
}

/** Body of `POST …/incidents/{incident_id}/resolution`. */
export const resolutionBody = closed(resolution, {
  title: 'Resolution',
  description: 'How an incident ended',
})
export type ResolutionBody = Static<typeof resolutionBody>

/** `resolve_incident` of an update. */
export const resolveIncidentBody = closed(
  { incident_id: text('The incident, as reporting it answered', 64), ...resolution },
  { title: 'ResolveIncident', description: 'Which incident ended, and how' },
)

/** Body of `POST …/reservations`, and `reservation` of an update. */
export const reservationBody = closed(
  {
    by: oneOf(roles, 'On whose behalf it is made'),
    grounds: text('What is remarked on condition or count, and why (CMR art. 8 and 30)', 2000),
  },
  { title: 'Reservation', description: 'A reservation: it protects evidence and stops nothing' },
)
export type ReservationBody = Static<typeof reservationBody>

/** Body of `POST …/vehicle-changes`. */
export const vehicleChangeBody = closed(
  {
    ...Type.Pick(Type.Object(fieldsToUpdate), vehicleFields).properties,
    reason: text('Why the vehicle or driver changes', 2000),
    changed_at: Type.Optional(instant('When it changed, if not just now')),
    place: Type.Optional(text('Where it changed', 200)),
  },
  {
    title: 'VehicleChange',
    description: 'Another vehicle or driver on the way: only what is sent changes, and null clears it',
  },
)
export type VehicleChangeBody = Static<typeof vehicleChangeBody>

/** Body of `POST …/delivery-reversal`. */
export const deliveryReversalBody = closed(
  { reason: text('Why the delivery is taken back', 2000) },
  { title: 'DeliveryReversal', description: 'Taking back a delivery that was recorded by mistake' },
)
export type DeliveryReversalBody = Static<typeof deliveryReversalBody>

/** Body of `POST …/cancellation`. */
export const cancellationBody = closed(
  { reason: text('Why the note is cancelled', 2000) },
  { title: 'Cancellation', description: 'A cancellation' },
)
export type CancellationBody = Static<typeof cancellationBody>
