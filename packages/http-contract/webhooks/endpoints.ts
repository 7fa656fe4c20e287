import { type Static, type TString, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from '../json-schema.js'
import { webhookEvents } from './events.js'

const PRINTABLE = '^[^\\u0000-\\u001F\\u007F]*$'

const textOrNull = (schema: TString) => Type.Union([schema, Type.Null()])

/** Body of `POST /api/webhooks`. */
export const registerWebhookBody = closed(
  {
    url: Type.String({
      description:
        'Address that receives notifications: public, without user name, password and fragment; https, ' +
        'unless the service runs on your own machine',
      minLength: 1,
      maxLength: 2048,
    }),
    events: Type.Unsafe<(typeof webhookEvents)[number][]>(
      Type.Array(oneOf(webhookEvents, 'An event name'), {
        description: 'Event kinds to receive',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    description: Type.Optional(
      Type.String({
        description: 'Your own words about it',
        minLength: 1,
        maxLength: 500,
        pattern: PRINTABLE,
      }),
    ),
  },
  { description: 'A webhook to register' },
)
export type RegisterWebhook = Static<typeof registerWebhookBody>

const shown = {
  id: Type.String(),
  url: Type.String(),
  events: list(oneOf(webhookEvents, 'An event name')),
  description: textOrNull(Type.String()),
  status: oneOf(['active', 'disabled'], 'Nothing is sent to a disabled webhook'),
  status_reason: textOrNull(Type.String({ description: 'Why it is disabled; `gone`: it answered 410' })),
  created_at: Type.String({ description: 'RFC 3339, UTC' }),
  updated_at: Type.String({ description: 'RFC 3339, UTC' }),
}

/** A webhook as its owner sees it. */
export const webhookView = closed(shown, { description: 'A webhook' })
export type WebhookView = Static<typeof webhookView>

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
  { description: 'A webhook just registered, with its secret' },
)

/** All webhooks of a company, newest first; there are at most 20. */
export const webhookListView = closed({ data: list(webhookView) }, { description: 'All webhooks' })
