import type { Pool } from 'pg'

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
