import { roles, statuses } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from './json-schema.js'

const place = closed({ city: Type.Optional(Type.String()), country: Type.Optional(Type.String()) })

/** What anybody who has the number may see. */
export const trackingView = closed(
  {
    ecmr_number: Type.String(),
    status: oneOf(statuses, 'Where the shipment stands'),
    status_label: Type.String({ description: 'The status in words, by Accept-Language' }),
    cancelled: Type.Boolean(),
    incident_open: Type.Boolean(),
    pickup: place,
    delivery: place,
    pickup_date: Type.String({ description: 'Planned pickup' }),
    delivery_date: Type.Optional(Type.String({ description: 'Planned delivery' })),
    delivered_at: Type.Optional(Type.String({ description: 'Actual delivery, to the minute' })),
    signed_by: list(oneOf(roles, 'A role that has signed')),
    milestones: list(
      closed({
        type: Type.String({ description: 'What happened' }),
        at: Type.String({ description: 'To the minute' }),
      }),
    ),
    updated_at: Type.String(),
  },
  { description: 'Public tracking' },
)
export type TrackingAnswer = Static<typeof trackingView>
