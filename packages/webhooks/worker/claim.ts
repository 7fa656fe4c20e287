import type { Pool } from 'pg'
import { HOLD_MS } from '../deliveries/hold.js'
import { withSteadyPlans } from '../deliveries/steady-plans.js'
import { INTERRUPTED } from './settle.js'
import { WAITING } from './waiting-endpoints.js'

/** A delivery that is ours to attempt until `leased_until`. */
export interface Claimed {
  readonly id: string
  readonly endpoint_id: string
  readonly company_id: string
  readonly ecmr_id: string
  readonly version: number
  /** which attempt this is, from 1 */
  readonly attempt: number
  readonly failures: number
  readonly failing_since: Date | null
  readonly next_attempt_at: Date
  /** an example that its owner asked for: attempted once */
  readonly is_test: boolean
  /** whether it was asked for by its owner; taken off the row by the claim */
  readonly expedited: boolean
  readonly url: string
  readonly secret: string | null
  /** signs as well until the time below */
  readonly previous_secret: string | null
  readonly previous_secret_until: Date | null
  readonly payload: Uint8Array
}

export interface ClaimRequest {
  readonly now: Date
  readonly leasedUntil: Date
  readonly limit: number
  readonly perEndpoint: number
  /** attempts under way, by endpoint */
  readonly underWay: ReadonlyMap<string, number>
}

// `candidate` takes the oldest of each waiting endpoint that no earlier event of its note holds up, `due` those of them
// that no other worker is taking at this moment. An attempt that was never recorded, because its worker died, is written
// down as interrupted when its delivery is claimed again.
//
// Subqueries with an order and a limit, and `any(array(…))`, lead the planner to the right index (see STEADY_PLANS).
const CLAIM = `
  with recursive ${WAITING},
  candidate as materialized (
    select head.id, head.next_attempt_at
    from waiting w
    left join unnest($5::uuid[], $6::int[]) as busy (endpoint_id, sends) on busy.endpoint_id = w.endpoint_id
    cross join lateral (
      select d.id, d.next_attempt_at
      from webhooks.deliveries d
      where d.endpoint_id = w.endpoint_id and d.status = 'pending'
        and d.next_attempt_at <= $1::timestamptz and (d.leased_until is null or d.leased_until <= $1)
        and (d.expedited or (
          select h.version from webhooks.deliveries h
          where h.status = 'pending' and h.endpoint_id = d.endpoint_id and h.ecmr_id = d.ecmr_id
            and h.version < d.version and (h.failing_since is null or h.failing_since > $3)
          order by h.version limit 1
        ) is null)
      order by d.next_attempt_at
      limit greatest(0, $7 - coalesce(busy.sends, 0))
    ) head
    order by head.next_attempt_at
    limit $4
  ),
  due as materialized (
    select d.id, d.leased_until, d.expedited from webhooks.deliveries d
    where d.id = any(array(select id from candidate))
      and d.status = 'pending' and (d.leased_until is null or d.leased_until <= $1)
    for update skip locked
  ),
  claimed as (
    update webhooks.deliveries d
    set attempts = d.attempts + 1, leased_until = $2, expedited = false
    where d.id = any(array(select id from due))
    returning d.*
  ),
  lost as (
    insert into webhooks.attempts (delivery_id, number, started_at, error)
    select c.id, c.attempts - 1, due.leased_until - ($2::timestamptz - $1::timestamptz), $8
    from claimed c join due on due.id = c.id where due.leased_until is not null
    on conflict do nothing
  )
  select c.id, c.endpoint_id, e.company_id, c.ecmr_id, c.version, c.attempts as attempt, c.failures,
    c.failing_since, c.next_attempt_at, c.is_test, due.expedited, e.url, e.secret, e.previous_secret,
    e.previous_secret_until, m.payload
  from claimed c
  join due on due.id = c.id
  join webhooks.endpoints e on e.id = c.endpoint_id
  join webhooks.messages m on m.event_id = c.event_id`

/** Takes deliveries that are due, oldest first, and leases them, so that no other worker sends them meanwhile. */
export async function claimDeliveries(pool: Pool, request: ClaimRequest): Promise<readonly Claimed[]> {
  const { now, leasedUntil, limit, perEndpoint, underWay } = request
  const query = {
    name: 'claim webhook deliveries',
    text: CLAIM,
    values: [
      now,
      leasedUntil,
      new Date(now.getTime() - HOLD_MS),
      limit,
      [...underWay.keys()],
      [...underWay.values()],
      perEndpoint,
      INTERRUPTED,
    ],
  }
  return withSteadyPlans(pool, async (client) => (await client.query<Claimed>(query)).rows)
}
