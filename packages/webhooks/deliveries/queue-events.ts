import type { Pool } from 'pg'
import type { Planned } from './insert-deliveries.js'
import { ecmrIdOf, versionAfter } from './notable-event.js'
import { payloadOf } from './payload.js'

/** The channel on which planners hear of events whose deliveries are to be written. */
export const PLANNING_CHANNEL = 'webhook_planning'

// Messages that are there already are locked against being pruned before the queue refers to them.
const QUEUE = `
  with kept as materialized (
    select event_id from webhooks.messages where event_id = any($1::uuid[]) for key share
  ),
  message as (
    insert into webhooks.messages
      (event_id, type, ecmr_id, version, created_at, company_id, ecmr_number, payload)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[],
                         $6::text[], $7::text[], $8::bytea[]) as m (event_id)
    where m.event_id <> all(array(select event_id from kept))
    on conflict do nothing
  ),
  queued as (
    insert into webhooks.unplanned (event_id, company_id, position)
    select event_id, company_id, position
    from unnest($1::uuid[], $6::text[], $9::text[]) with ordinality as u (event_id, company_id, position, nth)
    order by nth
    on conflict do nothing
    returning 1
  )
  select pg_notify('${PLANNING_CHANNEL}', '') from queued limit 1`

/**
 * Writes the messages of events, and queues them for `planWaiting`, in order: one row for each event, however many
 * endpoints it concerns. Queueing an event again changes nothing.
 */
export async function queueEvents(pool: Pool, planned: readonly Planned[]): Promise<void> {
  const each = [...new Map(planned.map((one) => [one.event.id, one])).values()]
  await pool.query({
    name: 'queue events for planning',
    text: QUEUE,
    values: [
      each.map(({ event }) => event.id),
      each.map(({ notification }) => notification.type),
      each.map(({ event }) => ecmrIdOf(event)),
      each.map(({ event }) => versionAfter(event)),
      each.map(({ event }) => event.metadata.recorded_at),
      each.map(({ event }) => event.metadata.company_id),
      each.map(({ notification }) => notification.data.ecmr_number),
      each.map(({ notification }) => payloadOf(notification)),
      each.map(({ event }) => event.position),
    ],
  })
}

/** Events of all companies whose deliveries are still to be written. */
export interface PlanningBacklog {
  /** counted up to 10,000 */
  readonly waiting: number
  /** how long the oldest of them has waited, milliseconds; 0 when there is none */
  readonly oldest_ms: number
}

const BACKLOG = `
  select (select count(*) from (select from webhooks.unplanned limit 10000) u) as waiting,
    coalesce((
      select greatest(0, extract(epoch from clock_timestamp() - queued_at) * 1000)::bigint
      from webhooks.unplanned order by seq limit 1), 0) as oldest_ms`

/** How far the planning of webhook deliveries is behind the events that it has taken over. */
export async function planningBacklog(pool: Pick<Pool, 'query'>): Promise<PlanningBacklog> {
  const { rows } = await pool.query<PlanningBacklog>({ name: 'webhook planning backlog', text: BACKLOG })
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
}
