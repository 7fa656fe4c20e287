import { metadataShown, metadataToChange, metadataToCreate, ONE_LINE } from '@ecmr/domain'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed, list, nullable, oneOf } from '../json-schema.js'
import { pagination } from '../list.js'

/** The events that a webhook can subscribe to: the four of the published interface, exact, then those added to it. */
export const webhookEvents = [
  'ecmr.created',
  'ecmr.signed',
  'ecmr.delivered',
  'ecmr.incidencia',
  'ecmr.updated',
  'ecmr.assigned',
  'ecmr.picked_up',
  'ecmr.incident_resolved',
  'ecmr.cancelled',
  'ecmr.document_issued',
  'ecmr.delivery_reverted',
  'ecmr.shared',
  'ecmr.sharing_revoked',
  'ecmr.attachment_added',
] as const

/** The events that a webhook can subscribe to. */
export type WebhookEvent = (typeof webhookEvents)[number]

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const url = Type.String({
  description:
    'Address that receives notifications: public, without user name, password and fragment; https, ' +
    'unless the service runs on your own machine',
  minLength: 1,
  maxLength: 2048,
})

const events = Type.Unsafe<(typeof webhookEvents)[number][]>(
  Type.Array(oneOf(webhookEvents, 'An event name'), {
    description: 'Event kinds to receive: those that are named, and no others that are added later',
    minItems: 1,
    uniqueItems: true,
  }),
)

const description = Type.String({
  description: 'Your own words about it',
  minLength: 1,
  maxLength: 500,
  pattern: ONE_LINE,
})

const maxPerSecond = Type.Integer({
  description: 'Send at most as many notifications a second; no limit unless given',
  minimum: 1,
  maximum: 1000,
})

const includeDocumentUrl = Type.Boolean({
  description:
    'Tell the public address of the note’s document as `data.document.url`: anyone who has it can read the document. `false` unless given',
})

const descriptionOrNull = Type.Optional(Type.Unsafe<string | null>(nullable(description)))
const maxPerSecondOrNull = Type.Optional(Type.Unsafe<number | null>(nullable(maxPerSecond)))

/** Body of `POST /api/webhooks`. */
export const registerWebhookBody = closed(
  {
    url,
    events,
    description: descriptionOrNull,
    max_per_second: maxPerSecondOrNull,
    include_document_url: Type.Optional(includeDocumentUrl),
    metadata: Type.Optional(metadataToCreate),
  },
  { title: 'NewWebhook', description: 'A webhook to register' },
)

/** Body of `PATCH /api/webhooks/{id}`: what is given is changed. */
export const changeWebhookBody = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    enabled: Type.Optional(
      Type.Boolean({
        description:
          '`false`: nothing is sent any more, and what waits is cancelled. `true`: events recorded from now on are sent; ' +
          'a replay brings those that were missed',
      }),
    ),
    description: descriptionOrNull,
    max_per_second: maxPerSecondOrNull,
    include_document_url: Type.Optional(includeDocumentUrl),
    metadata: Type.Optional(metadataToChange),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'WebhookChange',
    description: 'What to change of a webhook',
  },
)
export type ChangeWebhook = Static<typeof changeWebhookBody>

/** Body of `POST /api/webhooks/{id}/rotate-secret`. */
export const rotateSecretBody = closed(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        description:
          'How long the previous secret also signs, so that receivers can be updated without a gap; ' +
          '0 if it has leaked. 24 unless given',
        minimum: 0,
        maximum: 168,
        default: 24,
      }),
    ),
  },
  { description: 'How to rotate the secret' },
)

/** Body of `POST /api/webhooks/{id}/test`. */
export const testWebhookBody = closed(
  {
    event: Type.Optional(
      oneOf(webhookEvents, 'Which event to send an example of; the webhook’s first unless given'),
    ),
  },
  { description: 'What to send' },
)

const disablingReasons = ['owner', 'gone', 'failing', 'operator'] as const

const shown = {
  id: Type.String(),
  url: Type.String(),
  events: list(oneOf(webhookEvents, 'An event name')),
  description: orNull(Type.String()),
  max_per_second: orNull(Type.Integer({ description: 'Notifications a second at most' })),
  include_document_url: Type.Boolean({
    description: 'Its notifications tell the public address of the note’s document',
  }),
  metadata: metadataShown,
  status: oneOf(['active', 'disabled'], 'Nothing is sent to a disabled webhook'),
  status_reason: orNull(
    oneOf(
      disablingReasons,
      'Why it is disabled. `owner`: you did it; `gone`: it answered 410; `failing`: nothing but failures for five days; ' +
        '`operator`: the operator of this service did it',
    ),
  ),
  previous_secret_until: orNull(
    Type.String({
      description: 'After a rotation: until when a former secret signs too (RFC 3339, UTC)',
    }),
  ),
  health: closed(
    {
      state: oneOf(
        ['ok', 'failing', 'paused'],
        '`failing`: the latest attempt failed; `paused`: many failed in a row, and nothing is sent until `paused_until`, ' +
          'then one attempt as a probe. A disabled one is never paused',
      ),
      failures: Type.Integer({ description: 'Failed attempts since the last success' }),
      failing_since: orNull(Type.String({ description: 'When the first of these failed (RFC 3339, UTC)' })),
      paused_until: orNull(Type.String({ description: 'RFC 3339, UTC' })),
    },
    { description: 'How it has answered lately' },
  ),
  created_at: Type.String({ description: 'RFC 3339, UTC' }),
  updated_at: Type.String({ description: 'RFC 3339, UTC' }),
}

/** A webhook as its owner sees it. */
export const webhookView = closed(shown, { title: 'Webhook', description: 'A webhook' })
export type WebhookView = Static<typeof webhookView>

/** Why nothing is sent to a webhook. */
export type DisablingReason = (typeof disablingReasons)[number]

/** A webhook as it is shown this once. */
export const registeredWebhookView = closed(
  {
    ...shown,
    secret: Type.String({
      description:
        'Signing secret, shown this once: `whsec_` and 32 bytes in base64. Verify `webhook-signature` with it; ' +
        'www.standardwebhooks.com says how and has libraries',
    }),
  },
  { title: 'RegisteredWebhook', description: 'A webhook with the secret that it has just got' },
)

/** All webhooks of a company, newest first; there are at most 20, on one page. */
export const webhookListView = closed(
  { data: list(webhookView), pagination },
  { title: 'WebhookList', description: 'All webhooks, on one page' },
)
