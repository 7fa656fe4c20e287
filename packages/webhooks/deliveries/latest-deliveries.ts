import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { kyselyOver } from '@ecmr/postgres'
import { CompiledQuery, sql } from 'kysely'
import type { Pool } from 'pg'
import type { WebhookTables } from '../tables.js'
import { BY_INDEX } from './steady-plans.js'

/** The delivery to an endpoint whose event was recorded last. */
export interface LatestDelivery {
  readonly webhook_id: string
  readonly id: string
  readonly event: WebhookEvent
  readonly status: DeliveryStatus
  /** RFC 3339, UTC */
  readonly created_at: string
}

/** The latest delivery to each of a company's endpoints that has any. */
export async function latestDeliveries(pool: Pool, company: CompanyId): Promise<readonly LatestDelivery[]> {
  const { rows } = await kyselyOver<WebhookTables>(pool)
    .transaction()
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
      return sql<Omit<LatestDelivery, 'created_at'> & { readonly created_at: Date }>`
        select e.id as webhook_id, latest.id, latest.type as event, latest.status, latest.created_at
        from webhooks.endpoints e cross join lateral (
          select d.id, d.type, d.status, d.created_at from webhooks.deliveries d where d.endpoint_id = e.id
          order by d.created_at desc, d.id desc limit 1
        ) latest
        where e.company_id = ${company} and e.status <> 'deleted'`.execute(tx)
    })
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}
