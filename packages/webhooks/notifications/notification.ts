import { list, oneOf, type WebhookEvent, webhookEvents } from '@ecmr/contract'
import {
  attachmentKinds,
  documentKinds,
  documentLanguages,
  incidentTypes,
  metadataShown,
  optionalFields,
  outcomes,
  requiredFields,
  roles,
  severities,
  shareAccesses,
  signingMethods,
  statuses,
} from '@ecmr/domain'
import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { statedCheckpoint } from './stated-checkpoint.js'

const instant = (description: string) => Type.String({ description, format: 'date-time' })
const sha256 = (description: string) => Type.String({ description, pattern: '^[0-9a-f]{64}$' })
const inferred = Type.Optional(
  Type.Literal(true, { description: 'Not reported itself; it follows from what was reported' }),
)

/** What every notification says about its consignment note. */
const aboutTheNote = {
  id: Type.String({ description: 'The consignment note' }),
  ecmr_number: Type.String(),
  status: oneOf(statuses, 'Its status after the event'),
  version: Type.Integer({ description: 'Its version after the event: orders notifications and shows gaps' }),
  document: Type.Optional(
    Type.Object(
      {
        kind: oneOf(documentKinds, 'cmr: the consignment note; deca: the control document'),
        version: Type.Integer({ description: 'Version within the document, from 1' }),
        sha256: sha256('SHA-256 of the file'),
        url: Type.Optional(
          Type.String({
            description:
              'Public address of the file, for webhooks with `include_document_url`; anyone who has it can read the document',
          }),
        ),
      },
      {
        description: 'The document of the note that was current with the event; absent before one is issued',
      },
    ),
  ),
  truncated: Type.Optional(
    list(Type.String(), {
      description:
        'Fields shortened (texts end in …) or left out to keep the notification small; GET the note',
    }),
  ),
}

function notification<E extends WebhookEvent, P extends TProperties>(event: E, title: string, said: P) {
  return Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The event; the same in every notification of it' }),
      type: Type.Literal(event),
      timestamp: instant('When the event was recorded'),
      livemode: Type.Boolean({ description: 'false: it is about a test note, made with a test key' }),
      test: Type.Optional(
        Type.Literal(true, { description: 'An example that you asked for; there is no such note' }),
      ),
      checkpoint: Type.Optional(statedCheckpoint),
      data: Type.Object({ ...aboutTheNote, ...said }),
    },
    { title },
  )
}

const ecmrCreatedNotification = notification('ecmr.created', 'EcmrCreatedNotification', {
  ...requiredFields,
  ...Type.Partial(Type.Object(optionalFields)).properties,
  metadata: Type.Optional(metadataShown),
})

const ecmrSignedNotification = notification('ecmr.signed', 'EcmrSignedNotification', {
  role: oneOf(roles, 'Who signed'),
  signer_name: Type.String(),
  signer_tax_id: Type.Optional(Type.String()),
  method: oneOf(signingMethods, 'How'),
  level: Type.Literal('simple'),
  signed_at: Type.Optional(
    instant('When it was signed, as stated; absent: when it was recorded, see `timestamp`'),
  ),
  signature_image_sha256: Type.Optional(sha256('SHA-256 of the image of the drawn signature')),
  place: Type.Optional(Type.String()),
  remarks: Type.Optional(Type.String()),
  content_hash: sha256('SHA-256 over the content that was signed'),
  signature_hash: sha256('SHA-256 over the signature'),
  previous_signature_hash: Type.Union([sha256('That of the signature before'), Type.Null()]),
})

const ecmrDeliveredNotification = notification('ecmr.delivered', 'EcmrDeliveredNotification', {
  delivered_at: instant('When the goods were handed over'),
  place: Type.Optional(Type.String()),
  unsigned_reason: Type.Optional(Type.String({ description: 'Why the receiver did not sign' })),
  inferred,
})

const ecmrIncidenciaNotification = notification('ecmr.incidencia', 'EcmrIncidenciaNotification', {
  incident_id: Type.String(),
  type: oneOf(incidentTypes, 'Kind of incident'),
  severity: oneOf(severities, 'How bad it is'),
  description: Type.String(),
  occurred_at: instant('When it happened'),
  place: Type.Optional(Type.String()),
})

/** `old` and `new` are left out of what is shortened most, as a change of two hundred lines of goods may be. */
const changes = list(
  Type.Object({
    field: Type.String(),
    old: Type.Optional(Type.Unknown({ description: 'null: it was absent' })),
    new: Type.Optional(Type.Unknown({ description: 'null: it is absent now' })),
  }),
  {
    description: 'Which fields have changed; old and new are missing only where `truncated` names `changes`',
  },
)

const reasonOfChange = Type.Optional(
  Type.String({ description: 'Why; always there once the note is signed' }),
)

const ecmrUpdatedNotification = notification('ecmr.updated', 'EcmrUpdatedNotification', {
  changes,
  reason: reasonOfChange,
  changed_at: Type.Optional(instant('Of a vehicle or driver that changed on the way: since when')),
  place: Type.Optional(Type.String({ description: 'Where the vehicle or driver changed' })),
})

const ecmrAssignedNotification = notification('ecmr.assigned', 'EcmrAssignedNotification', {
  changes,
  reason: reasonOfChange,
  inferred,
})

const ecmrPickedUpNotification = notification('ecmr.picked_up', 'EcmrPickedUpNotification', {
  taken_over_at: instant('When the carrier took the goods over'),
  place: Type.Optional(Type.String()),
  inferred,
})

const ecmrIncidentResolvedNotification = notification(
  'ecmr.incident_resolved',
  'EcmrIncidentResolvedNotification',
  {
    incident_id: Type.String(),
    outcome: oneOf(outcomes, 'How it ended'),
    note: Type.Optional(Type.String()),
  },
)

const ecmrCancelledNotification = notification('ecmr.cancelled', 'EcmrCancelledNotification', {
  reason: Type.String({ description: 'Why it was cancelled' }),
})

const ecmrDocumentIssuedNotification = notification(
  'ecmr.document_issued',
  'EcmrDocumentIssuedNotification',
  {
    document_id: Type.String({ format: 'uuid', description: 'The same for all versions of a document' }),
    language: oneOf(documentLanguages, 'Language of the document'),
    note_version: Type.Integer({ description: 'The version of the note that it shows' }),
    bytes: Type.Integer({ description: 'Size of the file' }),
    reason: Type.Optional(Type.String({ description: 'Why this version was made' })),
    supersedes: Type.Optional(
      Type.String({ format: 'uuid', description: 'The document that it takes the place of' }),
    ),
    automatic: Type.Optional(
      Type.Literal(true, { description: 'Made by the service because the note had changed' }),
    ),
  },
)

const ecmrDeliveryRevertedNotification = notification(
  'ecmr.delivery_reverted',
  'EcmrDeliveryRevertedNotification',
  {
    delivered_at: instant('The delivery that was taken back, as it was stated'),
    reason: Type.String({ description: 'Why' }),
  },
)

const ecmrSharedNotification = notification('ecmr.shared', 'EcmrSharedNotification', {
  share_id: Type.String(),
  shared_with: Type.String({
    description:
      'The company that may see the note from now on: that of `company.id` in GET /api/me, or another one',
  }),
  access: oneOf(shareAccesses, 'read: to see the note; act: to act in one role as well'),
  role: Type.Optional(oneOf(roles, 'In which the company acts')),
})

const ecmrSharingRevokedNotification = notification(
  'ecmr.sharing_revoked',
  'EcmrSharingRevokedNotification',
  {
    share_id: Type.String({ description: 'The share that has ended' }),
  },
)

const ecmrAttachmentAddedNotification = notification(
  'ecmr.attachment_added',
  'EcmrAttachmentAddedNotification',
  {
    attachment_id: Type.String({ format: 'uuid' }),
    kind: oneOf(attachmentKinds, 'What it is'),
    media_type: Type.String({ description: 'By its bytes' }),
    sha256: sha256('Of the file as it is downloaded'),
    bytes: Type.Integer({ description: 'Size of that file' }),
    name: Type.Optional(Type.String({ description: 'What the file is called' })),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  },
)

/** The body of each notification, by event name. */
export const notifications = {
  'ecmr.created': ecmrCreatedNotification,
  'ecmr.signed': ecmrSignedNotification,
  'ecmr.delivered': ecmrDeliveredNotification,
  'ecmr.incidencia': ecmrIncidenciaNotification,
  'ecmr.updated': ecmrUpdatedNotification,
  'ecmr.assigned': ecmrAssignedNotification,
  'ecmr.picked_up': ecmrPickedUpNotification,
  'ecmr.incident_resolved': ecmrIncidentResolvedNotification,
  'ecmr.cancelled': ecmrCancelledNotification,
  'ecmr.document_issued': ecmrDocumentIssuedNotification,
  'ecmr.delivery_reverted': ecmrDeliveryRevertedNotification,
  'ecmr.shared': ecmrSharedNotification,
  'ecmr.sharing_revoked': ecmrSharingRevokedNotification,
  'ecmr.attachment_added': ecmrAttachmentAddedNotification,
} as const satisfies Record<WebhookEvent, unknown>

/** What a webhook receives. */
export type Notification = { [E in WebhookEvent]: Static<(typeof notifications)[E]> }[WebhookEvent]

const summaries: Readonly<Record<WebhookEvent, string>> = {
  'ecmr.created': 'A new eCMR is created',
  'ecmr.signed': 'An eCMR is signed by the sender (loader), the carrier or the receiver',
  'ecmr.delivered': 'The eCMR is marked as delivered',
  'ecmr.incidencia': 'An incident is reported on the shipment',
  'ecmr.updated': 'Fields of the eCMR change, vehicle and driver included, or its metadata; not its carrier',
  'ecmr.assigned': 'A carrier is assigned to the eCMR, or another one',
  'ecmr.picked_up': 'The carrier takes the goods over',
  'ecmr.incident_resolved': 'An incident on the shipment is resolved',
  'ecmr.cancelled': 'The eCMR is cancelled',
  'ecmr.document_issued': 'A version of a document is issued for the eCMR',
  'ecmr.delivery_reverted': 'A delivery that was recorded by mistake is taken back',
  'ecmr.shared': 'The eCMR is shared with a company',
  'ecmr.sharing_revoked': 'A share of the eCMR has ended',
  'ecmr.attachment_added': 'A picture or a PDF is added to the eCMR',
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('webhook-id', 'The same on every attempt; use it to recognise repeats'),
  header('webhook-timestamp', 'Seconds since 1970 of this attempt; refuse what is older than five minutes'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` under the secret of the webhook; ' +
      'several values are separated by spaces',
  ),
  header('webhook-attempt', 'Which attempt this is, from 1'),
]

const responses = {
  '2XX': { description: 'Received. Anything else, or nothing within 15 seconds, is tried again later' },
  '410': { description: 'Not wanted any more: the webhook is disabled' },
  '429': { description: 'Later: `Retry-After` is honoured up to 24 hours' },
}

/** The `webhooks` section of the OpenAPI document. */
export const openApiWebhooks = Object.fromEntries(
  webhookEvents.map((event) => [
    event,
    {
      post: {
        operationId: event,
        summary: summaries[event],
        tags: ['Notifications'],
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: notifications[event] } },
        },
        responses,
      },
    },
  ]),
)
