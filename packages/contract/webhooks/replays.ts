import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf, textOrNull } from '../json-schema.js'
import { webhookEvents } from './endpoints.js'

/** `done`: everything is queued, which does not mean that everything has arrived; it can still be cancelled. */
export const replayStatuses = ['running', 'done', 'cancelled'] as const
export type ReplayStatus = (typeof replayStatuses)[number]

/** Body of `POST /api/webhooks/{id}/replay`: begins at an instant or at a position of `GET /api/events`. */
export const replayBody = closed(
  {
    since: Type.Optional(
      Type.String({
        description: 'Replay events recorded at this instant or later (RFC 3339)',
        format: 'date-time',
      }),
    ),
    until: Type.Optional(
      Type.String({ description: 'and before this one (RFC 3339); now unless given', format: 'date-time' }),
    ),
    from_position: Type.Optional(
      Type.String({
        description: 'Replay from this `position` of the change feed on, itself included, up to now',
        minLength: 1,
        maxLength: 64,
      }),
    ),
    events: Type.Optional(
      Type.Unsafe<(typeof webhookEvents)[number][]>(
        Type.Array(oneOf(webhookEvents, 'An event name'), {
          description: 'Only these; those that the webhook receives unless given. Others may be named, too',
          minItems: 1,
          uniqueItems: true,
        }),
      ),
    ),
    only_failed: Type.Optional(
      Type.Boolean({
        description:
          'Only deliveries that were made and did not arrive: exhausted, cancelled, or still failing',
        default: false,
      }),
    ),
  },
  {
    title: 'NewWebhookReplay',
    description: 'What to send again: either since, and perhaps until, or from_position',
  },
)
export type RequestReplay = Static<typeof replayBody>

/** A replay and how far it is. */
export const replayView = closed(
  {
    id: Type.String(),
    webhook_id: Type.String(),
    status: oneOf(replayStatuses, '`done`: everything is queued; the deliveries show what has arrived'),
    status_reason: textOrNull(
      'Why it was cancelled. `owner`: you did it; `operator`: the operator of this service did it; `webhook_disabled`; ' +
        '`webhook_deleted`; `log_moved`: the log is in another store now; replay the rest by time',
    ),
    since: textOrNull('As asked for'),
    until: textOrNull('As asked for'),
    from_position: textOrNull('As asked for'),
    events: list(oneOf(webhookEvents, 'An event name')),
    only_failed: Type.Boolean(),
    scanned: Type.Integer({ description: 'Events of your notes that were looked at so far' }),
    queued: Type.Integer({ description: 'Deliveries that were made due so far' }),
    pending: Type.Integer({
      description: 'Deliveries made due by it that still wait, counted up to 5,000',
    }),
    reached_at: textOrNull('When the last event looked at was recorded (RFC 3339, UTC)'),
    created_at: Type.String({ description: 'RFC 3339, UTC' }),
    finished_at: textOrNull('RFC 3339, UTC'),
  },
  { title: 'WebhookReplay', description: 'A replay' },
)
export type ReplayView = Static<typeof replayView>

/** The latest replays of a webhook, newest first; at most 100. */
export const replayListView = closed(
  { data: list(replayView) },
  { title: 'WebhookReplayList', description: 'The latest replays' },
)
