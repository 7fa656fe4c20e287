import {
  identifications,
  incidentTypes,
  metadataShown,
  outcomes,
  roles,
  severities,
  signingMethods,
  statuses,
} from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { complianceView } from './compliance.js'
import { documentOfRecord } from './documents.js'
import { fieldsToShow } from './fields.js'
import { asOf, closed, list, oneOf, textOrNull } from './json-schema.js'

const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })
const hash = (description: string) => Type.String({ description: `${description} (SHA-256, hex)` })

/** A signature of a record. */
export const signatureView = closed(
  {
    role: oneOf(roles, 'On whose behalf'),
    signer_name: Type.String(),
    signer_tax_id: Type.Optional(Type.String()),
    method: oneOf(signingMethods, 'How it was signed'),
    level: oneOf(['simple'], 'Level under Regulation (EU) No 910/2014'),
    identified_by: Type.Optional(
      oneOf(
        identifications,
        'How the person was identified: a session of the panel, an API key, or a signing link with a code that was mailed, or read out by the inviter; absent in older signatures',
      ),
    ),
    invitation_id: Type.Optional(Type.String({ description: 'The invitation whose link was used' })),
    signature_image: Type.Optional(Type.String()),
    place: Type.Optional(Type.String()),
    remarks: Type.Optional(Type.String()),
    content_hash: hash('What was signed'),
    signature_hash: hash('This signature'),
    previous_signature_hash: textOrNull('Hash of the signature before it'),
    signed_at: instant('When it was signed, as stated'),
    recorded_at: Type.Optional(
      instant(
        'When the signature was recorded; absent where no time was stated: then signed_at is that instant',
      ),
    ),
    covers_current_version: Type.Boolean({
      description: 'The content has not changed since, and a delivery that it confirmed stands',
    }),
    delivery_reverted_at: Type.Optional(
      instant('Of the receiver: when the delivery that it confirmed was taken back'),
    ),
  },
  { title: 'RecordedSignature', description: 'A signature of a note' },
)

const revertedDelivery = closed(
  {
    delivered_at: instant('When the goods were delivered, as stated'),
    delivery_recorded_at: instant('When that was recorded'),
    reverted_at: instant('When it was taken back'),
    reason: Type.String({ description: 'Why' }),
  },
  { title: 'RevertedDelivery', description: 'A delivery that was recorded by mistake and taken back' },
)

const reservation = closed(
  {
    reservation_id: Type.String(),
    by: oneOf(roles, 'On whose behalf'),
    grounds: Type.String(),
    recorded_at: instant('When it was recorded'),
  },
  { title: 'RecordedReservation', description: 'A reservation of a note' },
)

const incident = closed(
  {
    incident_id: Type.String(),
    type: oneOf(incidentTypes, 'Kind of incident'),
    severity: oneOf(severities, 'How bad it is'),
    description: Type.String(),
    occurred_at: instant('When it happened'),
    place: Type.Optional(Type.String()),
    status: oneOf(['open', 'resolved'], 'Whether it stands'),
    reported_at: instant('When it was reported'),
    resolved_at: Type.Optional(instant('When it was resolved')),
    outcome: Type.Optional(oneOf(outcomes, 'How it ended')),
    note: Type.Optional(Type.String()),
  },
  { title: 'RecordedIncident', description: 'An incident of a note' },
)

const readOnly = {
  id: Type.String({ format: 'uuid' }),
  ecmr_number: Type.String({ description: 'Opens public tracking' }),
  livemode: Type.Boolean({
    description:
      'false: a test note, made with a test key, which has no legal effect; its number begins with ECMR-TEST',
  }),
  status: oneOf(statuses, 'Where the note stands'),
  status_label: Type.String({ description: 'The status in words, by Accept-Language' }),
  version: Type.Integer({ description: 'Number of events so far; also the ETag' }),
  created_at: instant('When it was created'),
  updated_at: instant('When it last changed'),
  taken_over_at: Type.Optional(instant('When the carrier took the goods over, as stated')),
  taken_over_recorded_at: Type.Optional(instant('When the taking over was recorded')),
  delivered_at: Type.Optional(instant('When the goods were delivered, as stated')),
  delivery_recorded_at: Type.Optional(instant('When the delivery was recorded')),
  unsigned_reason: Type.Optional(Type.String({ description: 'Why the receiver did not sign' })),
  reverted_deliveries: Type.Optional(
    list(revertedDelivery, {
      description: 'Deliveries that were taken back, oldest first; absent: none was',
    }),
  ),
  cancelled: Type.Boolean(),
  cancelled_at: Type.Optional(instant('When it was cancelled')),
  cancel_reason: Type.Optional(Type.String()),
  signatures: list(signatureView),
  reservations: list(reservation),
  incidents: list(incident),
  compliance: complianceView,
  document: documentOfRecord,
  tracking_url: Type.String({ description: 'Public tracking, for people' }),
}

/** The names that only the service sets. */
export const readOnlyMembers: ReadonlySet<string> = new Set(Object.keys(readOnly))

/** What only the service sets. */
export type ReadOnlyMembers = Static<ReturnType<typeof Type.Object<typeof readOnly>>>

/** A consignment note as every answer shows it. */
export const ecmrRecord = Type.Object(
  { ...readOnly, metadata: metadataShown, ...fieldsToShow },
  { additionalProperties: false, title: 'ConsignmentNote', description: 'A consignment note' },
)
export type EcmrRecord = Static<typeof ecmrRecord>

/** The record after a change that may have reported an incident. */
export const changedRecord = Type.Object(
  {
    incident_id: Type.Optional(
      Type.String({ description: 'The incident that this request has reported; resolve it by this id' }),
    ),
    ...ecmrRecord.properties,
  },
  { additionalProperties: false, title: 'ChangedNote', description: 'A consignment note after a change' },
)

/** Query parameters of `GET /api/ecmrs/{id}`. */
export const ecmrQuery = closed({
  as_of: asOf('Show the note as it stood at this instant (RFC 3339)'),
})
