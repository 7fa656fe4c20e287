import type { Right } from '@ecmr/postgres'

/** What whoever only shows webhooks needs: how they are set up and how they fare, but no secret and no notification. */
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
  // What went wrong, in words of ours; not what receivers answered.
  { on: 'webhooks.attempts', may: 'select', columns: ['delivery_id', 'number', 'error'] },
]
