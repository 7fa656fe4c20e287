import type { JsonValue } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from '../json-schema.js'
import { webhookEvents } from './endpoints.js'

/** `cancelled`: the webhook was disabled or deleted, or its replay cancelled, while it waited. */
export const deliveryStatuses = ['pending', 'delivered', 'exhausted', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Query parameters of `GET /api/webhooks/{id}/deliveries`. */
export const deliveryListQuery = closed({
  status: Type.Optional(oneOf(deliveryStatuses, 'Only deliveries that stand there')),
  event: Type.Optional(oneOf(webhookEvents, 'Only deliveries of this event')),
  since: Type.Optional(
    Type.String({
      description: 'Only events recorded at this instant or later (RFC 3339)',
      format: 'date-time',
    }),
  ),
  until: Type.Optional(
    Type.String({ description: 'Only events recorded before this instant (RFC 3339)', format: 'date-time' }),
  ),
  limit: Type.Integer({
    description: 'Results per page; above 100 it is 100',
    minimum: 1,
    maximum: 1_000_000,
    default: 20,
  }),
  cursor: Type.Optional(
    Type.String({ description: 'pagination.next_cursor of the page before', maxLength: 200 }),
  ),
})

const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })
const instantOrNull = (description: string) => Type.Union([instant(description), Type.Null()])
const textOrNull = (description: string) => Type.Union([Type.String({ description }), Type.Null()])

const shown = {
  id: Type.String({ description: 'The `webhook-id` header' }),
  event_id: Type.String({ description: 'The `id` of the notification' }),
  event: oneOf(webhookEvents, 'What it tells'),
  ecmr_id: Type.String(),
  ecmr_number: Type.String(),
  version: Type.Integer({ description: 'The note’s version that it tells of' }),
  status: oneOf(
    deliveryStatuses,
    '`exhausted`: every attempt failed; `cancelled`: the webhook was disabled or deleted, or the replay cancelled, while it waited',
  ),
  attempts: Type.Integer({ description: 'How many attempts were begun' }),
  test: Type.Boolean({ description: 'An example that you asked for' }),
  replay_id: textOrNull('The replay that last made it due'),
  created_at: instant('When the event was recorded'),
  next_attempt_at: instantOrNull(
    'When it is tried next, while it is pending; while the webhook is paused, at the end of the pause at the earliest',
  ),
  finished_at: instantOrNull('When it was delivered or given up'),
}

/** A delivery: one event on its way to one webhook. */
export const deliveryView = closed(shown, { title: 'WebhookDelivery', description: 'A delivery' })

/** A page of deliveries, newest first. */
export const deliveryListView = closed(
  {
    data: list(deliveryView),
    pagination: closed({
      limit: Type.Integer({ description: 'As applied' }),
      has_more: Type.Boolean(),
      next_cursor: textOrNull('Send it as `cursor` to read on'),
    }),
  },
  { title: 'WebhookDeliveryList', description: 'A page of deliveries' },
)

const attemptView = closed({
  number: Type.Integer({ description: 'The `webhook-attempt` header' }),
  started_at: instant('When it began'),
  duration_ms: Type.Union([Type.Integer(), Type.Null()], { description: 'How long it took, milliseconds' }),
  request_headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description:
      'The headers that were sent, the signature among them; null: nothing was sent, it was interrupted, or it is from before they were kept',
  }),
  response_status: Type.Union([Type.Integer(), Type.Null()]),
  response_body: textOrNull('The first 4 KB of the answer'),
  error: textOrNull('Why it failed'),
})

/** A delivery with what was sent and its newest attempts. */
export const deliveryDetailsView = closed(
  {
    ...shown,
    payload: Type.Unsafe<JsonValue>({
      description: 'The notification; the address of the document, if it is sent, is not kept with it',
    }),
    attempt_log: list(attemptView, {
      description: 'The newest 200 attempts, first one first; attempts says how many there were',
    }),
  },
  { title: 'WebhookDeliveryDetails', description: 'A delivery with its attempts' },
)
export type DeliveryDetailsView = Static<typeof deliveryDetailsView>
