import { roles, statuses } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import { closed, list, oneOf, textOrNull } from './json-schema.js'

/** What anyone who has the number may see: it is public. */
export const trackingView = closed(
  {
    ecmr_number: Type.String(),
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
    delivered_at: textOrNull('Actual delivery, to the minute'),
    signed_by: list(oneOf(roles, 'A role that has signed')),
    milestones: list(
      closed({
        type: Type.String({ description: 'What happened' }),
        role: Type.Optional(oneOf(roles, 'Who signed')),
        at: Type.String({ description: 'To the minute' }),
      }),
    ),
    updated_at: Type.String(),
  },
  { title: 'Tracking', description: 'Public tracking' },
)
