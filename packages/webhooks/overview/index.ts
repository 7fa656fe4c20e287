import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { migrationsRight, type Right } from '@ecmr/postgres'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { BY_INDEX, inTransaction } from '../db.js'
import type { Delivery } from '../deliveries/find-delivery.js'
import { auditedUrl } from '../endpoints/audit.js'
import { type Endpoint, endpointHealth } from '../endpoints/endpoint.js'
// A service knows tables of a newer release by the names of these.
import '../migrations/webhook-tables.js'
import type { WebhookTables } from '../tables.js'

/** What a service that only shows webhooks may read: set-up and health, no secrets and no notifications. */
export const webhookOverviewRights: readonly Right[] = [
  migrationsRight('webhooks'),
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

/** An endpoint for those who only want to know whether it works. */
export interface WebhookAtAGlance
  extends Omit<Endpoint, 'previous_secret_until' | 'include_document_url' | 'metadata'> {
  /** origin only, and `/…` when there is more: receivers often put a token into the rest */
  readonly url: string
  /** the one whose event was recorded last; null: there has been none, or they are past their retention */
  readonly last_delivery: LastDelivery | null
}

interface LastDelivery extends Pick<Delivery, 'id' | 'event' | 'status' | 'attempts' | 'created_at'> {
  /** why its latest attempt failed, without what the receiver said; null: it did not, or is under way */
  readonly error: string | null
}

type EndpointColumns = Selectable<WebhookTables['webhooks.endpoints']>

interface Row
  extends Omit<
    EndpointColumns,
    'company_id' | 'secret' | 'former_secrets' | 'follows_from' | 'include_document_url' | 'metadata'
  > {
  readonly failures: number | null
  readonly failing_since: Date | null
  readonly open_until: Date | null
  readonly delivery_id: string | null
  readonly event: WebhookEvent
  readonly delivery_status: DeliveryStatus
  readonly attempts: number
  readonly error: string | null
  readonly recorded_at: Date
}

/** A company's endpoints, newest first, with their last deliveries; needs no rights but `webhookOverviewRights`. */
export async function webhooksAtAGlance(
  pool: Pool,
  company: CompanyId,
): Promise<readonly WebhookAtAGlance[]> {
  const { rows } = await inTransaction(pool, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
    return sql<Row>`
        select e.id, e.url, e.events, e.description, e.max_per_second, e.status, e.status_reason, e.created_at, e.updated_at,
          h.failures, h.failing_since, h.open_until, latest.id as delivery_id, latest.type as event,
          latest.status as delivery_status, latest.attempts, attempt.error, latest.created_at as recorded_at
        from webhooks.endpoints e
        left join webhooks.endpoint_health h on h.endpoint_id = e.id
        left join lateral (
          select d.id, d.type, d.status, d.attempts, d.created_at from webhooks.deliveries d where d.endpoint_id = e.id
          order by d.created_at desc, d.id desc limit 1
        ) latest on true
        left join webhooks.attempts attempt on attempt.delivery_id = latest.id and attempt.number = latest.attempts
        where e.company_id = ${company} and e.status <> 'deleted'
        order by e.created_at desc, e.id desc`.execute(tx)
  })
  return rows.map(glanceAt)
}

function glanceAt(row: Row): WebhookAtAGlance {
  const { id, url, events, description, max_per_second, status_reason } = row
  return {
    id,
    url: auditedUrl(url),
    events,
    description,
    max_per_second,
    status: row.status === 'active' ? 'active' : 'disabled',
    status_reason,
    health: endpointHealth(row),
    last_delivery: row.delivery_id === null ? null : lastDelivery({ ...row, delivery_id: row.delivery_id }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

function lastDelivery(row: Row & { readonly delivery_id: string }): LastDelivery {
  const { delivery_id, event, delivery_status, attempts, error, recorded_at } = row
  const created_at = recorded_at.toISOString()
  return { id: delivery_id, event, status: delivery_status, attempts, error, created_at }
}
