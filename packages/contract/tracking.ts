import { roles, statuses } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { closed, list, oneOf, textOrNull } from './json-schema.js'

/** What anyone who has the number may see: it is public. */
export const trackingView = closed(
  {
    ecmr_number: Type.String(),
    livemode: Type.Boolean({ description: 'false: a test, no real shipment' }),
    status: oneOf(statuses, 'Where the shipment stands'),
    status_label: Type.String({ description: 'The status in words, by Accept-Language' }),
    cancelled: Type.Boolean(),
    incident_open: Type.Boolean(),
    pickup_city: Type.String(),
    pickup_country: textOrNull('ISO 3166-1 alpha-2'),
    pickup_date: Type.String({ description: 'Planned pickup' }),
    delivery_city: Type.String(),
    delivery_country: textOrNull('ISO 3166-1 alpha-2'),
    delivery_date: textOrNull('Planned delivery'),
    delivered_at: textOrNull('Actual delivery, to the minute (RFC 3339, UTC)'),
    signed_by: list(oneOf(roles, 'A role whose signature covers the present content')),
    outdated_signatures: list(
      oneOf(
        roles,
        'A role that signed before the content changed or the delivery was taken back, and has not signed again',
      ),
    ),
    milestones: list(
      closed({
        type: Type.String({ description: 'What happened' }),
        role: Type.Optional(oneOf(roles, 'Who signed')),
        at: Type.String({ description: 'To the minute (RFC 3339, UTC)' }),
        recorded_at: Type.Optional(
          Type.String({ description: 'Where `at` was stated: when it was recorded, to the minute' }),
        ),
      }),
    ),
    updated_at: Type.String({ description: 'RFC 3339, UTC' }),
  },
  { title: 'Tracking', description: 'Public tracking' },
)
