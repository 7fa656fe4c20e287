import type { DeliveryStatus, WebhookEvent } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { CompiledQuery, sql } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { BY_INDEX, inTransaction } from '../db.js'

/** The delivery to an endpoint whose event was recorded last. */
interface LatestDelivery {
  readonly webhook_id: string
  readonly id: string
  readonly event: WebhookEvent
  readonly status: DeliveryStatus
  /** RFC 3339, UTC */
  readonly created_at: string
}

/** The latest delivery to each of a company's endpoints that has any. */
export async function latestDeliveries(pool: Pool, company: CompanyId): Promise<readonly LatestDelivery[]> {
  const { rows } = await inTransaction(pool, async (tx) => {
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

/** So many deliveries of a day are counted at most, so that looking at a busy company stays cheap. */
export const MOST_COUNTED_A_DAY = 10_000

/** What has become of the deliveries of one day's events. */
export interface DeliveriesOfDay {
  /** calendar date, YYYY-MM-DD */
  readonly day: string
  readonly delivered: number
  /** given up, because every attempt failed, or cancelled */
  readonly failed: number
  readonly waiting: number
  /** there are more: those counted are the latest ones */
  readonly more: boolean
}

interface DaysToCount {
  /** one of the company's endpoints; all of them unless given */
  readonly endpointId?: string
  /** IANA name; says when a day begins */
  readonly timeZone: string
  /** how many days, today included */
  readonly days: number
  readonly now: Date
}

/**
 * Counts a company's deliveries by the day on which their events were recorded, oldest day first. Days without any are
 * there as well. An endpoint that is not the company's has none.
 *
 * Along deliveries_newest, which holds all that is counted: no delivery itself is read.
 */
export async function deliveriesPerDay(
  pool: Pool,
  company: CompanyId,
  { endpointId, timeZone, days, now }: DaysToCount,
): Promise<readonly DeliveriesOfDay[]> {
  const chosen =
    endpointId === undefined ? sql`true` : isUuid(endpointId) ? sql`id = ${endpointId}` : sql`false`
  return inTransaction(pool, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(BY_INDEX))
    // Each endpoint has its share of what is counted at most; one row more tells that there are more.
    const { rows } = await sql<DeliveriesOfDay>`
        with endpoint as (
          select id from webhooks.endpoints where company_id = ${company} and status <> 'deleted' and ${chosen}
        ), share as (
          select ${MOST_COUNTED_A_DAY}::int / greatest(count(*), 1) as most from endpoint
        ), day as (
          select today - back as date from generate_series(0, ${days}::int - 1) as back,
            (select (${now}::timestamptz at time zone ${timeZone})::date as today) as present
        )
        select to_char(day.date, 'YYYY-MM-DD') as day,
          coalesce(sum(delivered), 0)::int as delivered,
          coalesce(sum(failed), 0)::int as failed,
          coalesce(sum(waiting), 0)::int as waiting,
          coalesce(bool_or(counted.total > share.most), false) as more
        from day cross join share left join endpoint on true
        left join lateral (
          select count(*) as total, count(*) filter (where status = 'delivered') as delivered,
            count(*) filter (where status in ('exhausted', 'cancelled')) as failed,
            count(*) filter (where status = 'pending') as waiting
          from (
            select d.status from webhooks.deliveries d
            where d.endpoint_id = endpoint.id
              and d.created_at >= day.date::timestamp at time zone ${timeZone}
              and d.created_at < (day.date + 1)::timestamp at time zone ${timeZone}
            order by d.created_at desc, d.id desc
            limit (select most + 1 from share)
          ) latest
        ) counted on true
        group by day.date order by day.date`.execute(tx)
    return rows
  })
}
