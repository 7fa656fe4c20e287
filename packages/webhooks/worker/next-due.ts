import type { SteadyConnection } from './steady-connection.js'
import { QUEUES, WAITING } from './waiting-endpoints.js'

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
