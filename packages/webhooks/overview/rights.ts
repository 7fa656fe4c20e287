import type { Right } from '@ecmr/postgres'

/** What a service that only shows webhooks may read: set-up and health, no secrets and no notifications. */
export const webhookOverviewRights: readonly Right[] = [
  {
    on: 'webhooks.endpoints',
    may: 'select',
    columns: [
      'id',
      'company_id',
      'url',
      'events',
      'description',
      'max_per_second',
      'status',
      'status_reason',
      'created_at',
      'updated_at',
    ],
  },
  { on: 'webhooks.endpoint_health', may: 'select' },
  {
    on: 'webhooks.deliveries',
    may: 'select',
    columns: ['id', 'endpoint_id', 'type', 'status', 'attempts', 'created_at'],
  },
  // What went wrong, in our own words; not what receivers answered.
  { on: 'webhooks.attempts', may: 'select', columns: ['delivery_id', 'number', 'error'] },
]
