import type { Settled } from './settle.js'

// Health before deliveries, as everywhere: the count makes the one wait for the other. Deliveries are locked in the
// order of their ids, here and in cancelDeliveries, to avoid deadlocks.
//
// A result that comes after the lease ran out, when another worker has begun the next attempt, only counts when it is
// a success.
const RECORD = `
  with result as (
    select * from jsonb_to_recordset($1::jsonb) as r (
      delivery_id uuid, number int, started_at timestamptz, duration_ms int, signature text, response_status int,
      response_body text, error text, status text, failures int, failing_since timestamptz,
      next_attempt_at timestamptz, finished_at timestamptz, expedited boolean
    )
  ),
  attempt as (
    insert into webhooks.attempts
      (delivery_id, number, started_at, duration_ms, signature, response_status, response_body, error)
    select delivery_id, number, started_at, duration_ms, signature, response_status, response_body, error
    from result
    on conflict (delivery_id, number) do update set
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, error = excluded.error,
      signature = excluded.signature,
      response_status = excluded.response_status, response_body = excluded.response_body
  ),
  ill as materialized (
    select endpoint_id from webhooks.endpoint_health
    where endpoint_id = any($3::uuid[]) and (failures > 0 or open_until is not null)
    order by endpoint_id for update
  ),
  healed as (
    update webhooks.endpoint_health
    set failures = 0, failing_since = null, times_opened = 0, open_until = null
    where endpoint_id = any(array(select endpoint_id from ill))
    returning 1
  ),
  locked as materialized (
    select id from webhooks.deliveries
    where id = any($2::uuid[]) and (select count(*) from healed) >= 0
    order by id for update
  )
  update webhooks.deliveries d
  set status = r.status, failures = r.failures, failing_since = r.failing_since,
    next_attempt_at = r.next_attempt_at, finished_at = r.finished_at, leased_until = null,
    expedited = r.expedited
  from result r
  where d.id = any(array(select id from locked)) and d.id = r.delivery_id
    and ((d.status = 'pending' and d.attempts = r.number)
      or (d.status <> 'delivered' and r.status = 'delivered'))`

const columns = [
  'delivery_id',
  'number',
  'started_at',
  'duration_ms',
  'signature',
  'response_status',
  'response_body',
  'error',
  'status',
  'failures',
  'failing_since',
  'next_attempt_at',
  'finished_at',
  'expedited',
] as const satisfies readonly (keyof Settled)[]

/**
 * The statement that writes attempts and what becomes of their deliveries.
 *
 * @param healthy endpoints to take for healthy from now on, because they have answered well
 */
export function recordStatement(settled: readonly Settled[], healthy: readonly string[]) {
  return {
    name: 'record webhook attempts',
    text: RECORD,
    values: [
      JSON.stringify(settled, [...columns]),
      settled.map((result) => result.delivery_id),
      [...new Set(healthy)],
    ],
  }
}
