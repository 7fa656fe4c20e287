import type { DisablingReason } from '@ecmr/contract'
import type { Pool } from 'pg'
import { planningBacklog } from '../deliveries/queue-events.js'
import { withSteadyPlans } from '../deliveries/steady-plans.js'
import { QUEUES, WAITING } from './waiting-endpoints.js'
import type { QueueSample } from './worker-options.js'

// The oldest of each endpoint by itself, so that the bound on counting does not hide it.
const QUEUE = `
  with recursive ${WAITING},
  open as materialized (
    select w.endpoint_id from waiting w
    where w.endpoint_id is not null and not exists (
      select from webhooks.endpoint_health h where h.endpoint_id = w.endpoint_id and h.open_until is not null)
  ),
  due as (
    select d.next_attempt_at from open cross join ${QUEUES} cross join lateral (
      select next_attempt_at from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id = open.endpoint_id and d.is_replay = queue.is_replay
        and d.next_attempt_at <= $1
        and (d.leased_until is null or d.leased_until <= $1)
      order by d.next_attempt_at limit 1000
    ) d limit 10000
  ),
  oldest as (
    select min(d.next_attempt_at) as at from open cross join ${QUEUES} cross join lateral (
      select next_attempt_at from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id = open.endpoint_id and d.is_replay = queue.is_replay
        and d.next_attempt_at <= $1
        and (d.leased_until is null or d.leased_until <= $1)
      order by d.next_attempt_at limit 1
    ) d
  )
  select (select count(*) from due)::int as due,
    coalesce(extract(epoch from $1 - (select at from oldest)) * 1000, 0)::float8 as "oldestDueMs",
    (select count(*) from webhooks.endpoint_health where open_until is not null)::int as paused,
    (select json_object_agg(reason, count) from (
      select coalesce(status_reason, 'owner') as reason, count(*) from webhooks.endpoints
      where status = 'disabled' group by 1) r) as disabled`

interface Row {
  readonly due: number
  readonly oldestDueMs: number
  readonly paused: number
  readonly disabled: Partial<Record<DisablingReason, number>> | null
}

/** Looks at what waits, and at which endpoints are in trouble. Takes milliseconds, however long the queue is. */
export async function sampleQueue(pool: Pool, now: Date): Promise<QueueSample> {
  const query = { name: 'sample of the webhook queue', text: QUEUE, values: [now] }
  const { rows } = await withSteadyPlans(pool, (client) => client.query<Row>(query))
  const { due = 0, oldestDueMs = 0, paused = 0, disabled } = rows[0] ?? {}
  const { waiting: unplanned, oldest_ms: oldestUnplannedMs } = await planningBacklog(pool)
  return {
    due,
    oldestDueMs,
    unplanned,
    oldestUnplannedMs,
    paused,
    disabled: { owner: 0, gone: 0, failing: 0, operator: 0, ...disabled },
  }
}
