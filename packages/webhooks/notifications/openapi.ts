import { type WebhookEvent, webhookEvents } from '@ecmr/contract'
import { notifications } from './notification.js'

const summaries: Readonly<Record<WebhookEvent, string>> = {
  'ecmr.created': 'A new eCMR is created',
  'ecmr.signed': 'An eCMR is signed by the sender (loader), the carrier or the receiver',
  'ecmr.delivered': 'The eCMR is marked as delivered',
  'ecmr.incidencia': 'An incident is reported on the shipment',
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
        tags: ['webhooks'],
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
