import type { DisablingReason } from '@ecmr/contract'
import type { Pool } from 'pg'
import { withSteadyPlans } from '../db.js'
import { planningBacklog } from '../deliveries/planning-queue.js'
import type { SteadyConnection } from './steady-connection.js'
import type { QueueSample } from './worker-options.js'

/**
 * The endpoints that have anything pending, for a `with recursive`: found by jumping from one to the next in an index,
 * so that a long queue of one endpoint costs the others nothing. The last row is null.
 */
const WAITING = `waiting (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhooks.deliveries
      where status = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1
    )
    from waiting where waiting.endpoint_id is not null
  )`

/** Current events and replayed ones: the two queues of an endpoint, each in the order of the index. */
const QUEUES = '(values (false), (true)) as queue (is_replay)'

// When an endpoint may be sent to, as in the claim.
const OPENS_AT =
  "greatest(h.open_until, h.next_send_at - interval '1 second' + interval '1 second' / e.max_per_second)"

// What waits for an endpoint that is paused, or ahead of its rate, is due when that ends. A millisecond more, because
// a Date has no microseconds, and would come too early.
const NEXT_DUE = `
  with recursive ${WAITING}
  select min(next.at) + interval '1 millisecond' as at
  from waiting w
  cross join lateral (
    select max_per_second from webhooks.endpoints where id = w.endpoint_id limit 1
  ) e
  left join lateral (
    select * from webhooks.endpoint_health where endpoint_id = w.endpoint_id limit 1
  ) h on true
  cross join ${QUEUES}
  cross join lateral (
    select greatest(d.next_attempt_at, ${OPENS_AT}) as at
    from webhooks.deliveries d
    where d.status = 'pending' and d.endpoint_id = w.endpoint_id and d.is_replay = queue.is_replay
      and d.next_attempt_at > case when ${OPENS_AT} > $1 then '-infinity' else $1::timestamptz end
    order by d.next_attempt_at limit 1
  ) next`

/**
 * When the next delivery that may not be sent yet becomes due, as far as that is known; `undefined` when there is none.
 * Those that wait for an attempt under way are left out.
 */
export async function nextDue(db: SteadyConnection, now: Date): Promise<Date | undefined> {
  const query = { name: 'next webhook delivery due', text: NEXT_DUE, values: [now] }
  const [next] = await db.query<{ at: Date | null }>(query)
  return next?.at ?? undefined
}

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
