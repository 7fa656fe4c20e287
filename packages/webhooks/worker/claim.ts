import { HOLD_MS } from '../deliveries/insert-deliveries.js'
import type { FormerSecret } from '../tables.js'
import type { SteadyConnection } from './steady-connection.js'
import { INTERRUPTED } from './verdict.js'

// The parameters of the statement.
const NOW = '$1::timestamptz'
const LEASED_UNTIL = '$2::timestamptz'
// A delivery that has been failing since before then no longer holds up the later ones of its note.
const HELD_SINCE = '$3::timestamptz'
const FREE = '$4::int'
const PER_ENDPOINT = '$5::int'
const PER_COMPANY = '$6::int'
// Deliveries in hand, less those that may be claimed ahead, as JSON objects: by endpoint `w`, by company of the endpoint
// `e`. They are below 0 where nothing is in hand.
const SENDS = 'coalesce(($7::jsonb -> w.endpoint_id::text)::int, 0)'
const COMPANY_SENDS = 'coalesce(($8::jsonb -> e.company_id)::int, 0)'

// Subqueries with an order and a limit, and `any(array(…))`, lead the planner to the right index (see STEADY_PLANS).
const CLAIM = `
  with recursive

  -- 1. Endpoints with pending deliveries, found by jumping from one to the next in an index: a long queue of one endpoint
  --    costs the others nothing. The last row is null.
  waiting (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhooks.deliveries
      where status = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1
    )
    from waiting where waiting.endpoint_id is not null
  ),

  -- 2. Endpoints with pending deliveries that their owner requested; usually none. Only the index of these has this order:
  --    any other would be read to its end.
  requested (endpoint_id) as (
    (select endpoint_id from webhooks.deliveries where status = 'pending' and expedited
     order by endpoint_id, next_attempt_at limit 1)
    union all
    select (
      select endpoint_id from webhooks.deliveries
      where status = 'pending' and expedited and endpoint_id > requested.endpoint_id
      order by endpoint_id, next_attempt_at limit 1
    )
    from requested where requested.endpoint_id is not null
  ),

  -- 3. Endpoints that may be sent to, judged without locks: not paused, not ahead of their rate, not at their limits.
  --    A rate lets a second's worth go at once: the next attempt may begin a second, less one interval, early.
  endpoint as materialized (
    select w.endpoint_id, e.company_id, e.max_per_second, h.endpoint_id is null as is_new,
      h.open_until is not null as is_paused, ${SENDS} as sends, ${COMPANY_SENDS} as company_sends,
      count(*) over (partition by e.company_id) as siblings
    from waiting w
    cross join lateral (
      select company_id, max_per_second from webhooks.endpoints where id = w.endpoint_id limit 1
    ) e
    left join lateral (
      select * from webhooks.endpoint_health where endpoint_id = w.endpoint_id limit 1
    ) h on true
    where (greatest(h.open_until, h.next_send_at - interval '1 second' + interval '1 second' / e.max_per_second) <= ${NOW})
      is not false and ${SENDS} < ${PER_ENDPOINT} and ${COMPANY_SENDS} < ${PER_COMPANY}
  ),

  -- 4. How many deliveries of each endpoint are read: a little more than an equal share of its company's slots. The next claim, which
  --    follows at once, brings the rest.
  room as (
    select e.*, least(${PER_ENDPOINT} - sends, e.max_per_second, case when is_paused then 1 end, ceil(
        least(${PER_COMPANY} - company_sends, ceil(1.25 * ${FREE} / companies)) / siblings))::int as most
    from endpoint e cross join (select count(distinct company_id) as companies from endpoint) c
  ),

  -- 5. The oldest due deliveries of each endpoint that no earlier event of their note holds up, and all requested ones.
  --    Replayed deliveries form a queue of their own behind current events, and hold up none of these.
  candidate as materialized (
    select head.*, e.endpoint_id, e.company_id, e.sends, e.company_sends, e.max_per_second,
      e.is_paused or e.max_per_second is not null as is_limited, false as expedited
    from room e
    cross join (values (false), (true)) as queue (is_replay)
    cross join lateral (
      select d.id, d.next_attempt_at, d.is_replay
      from webhooks.deliveries d
      where d.endpoint_id = e.endpoint_id and d.is_replay = queue.is_replay
        and d.status = 'pending' and d.next_attempt_at <= ${NOW}
        and (d.leased_until is null or d.leased_until <= ${NOW}) and not d.expedited
        and (
          select h.version from webhooks.deliveries h
          where h.status = 'pending' and h.endpoint_id = d.endpoint_id and h.ecmr_id = d.ecmr_id
            and h.version < d.version and (d.is_replay or not h.is_replay)
            and (h.failing_since is null or h.failing_since > ${HELD_SINCE})
          order by h.version limit 1
        ) is null
      order by d.next_attempt_at
      limit e.most
    ) head
    union all
    select head.*, w.endpoint_id, e.company_id, ${SENDS}, ${COMPANY_SENDS}, null, false, true
    from requested w
    cross join lateral (
      select company_id, max_per_second from webhooks.endpoints where id = w.endpoint_id limit 1
    ) e
    cross join lateral (
      select d.id, d.next_attempt_at, d.is_replay
      from webhooks.deliveries d
      where d.endpoint_id = w.endpoint_id and d.status = 'pending' and d.next_attempt_at <= ${NOW}
        and (d.leased_until is null or d.leased_until <= ${NOW}) and d.expedited
      order by d.next_attempt_at
      limit ${PER_ENDPOINT}
    ) head
  ),

  -- 6. Only the worker that holds the health of a paused or rate-limited endpoint sends to it.
  held as materialized (
    select endpoint_id, open_until is not null as is_paused, greatest(next_send_at, ${NOW}) as next_send_at
    from webhooks.endpoint_health
    where endpoint_id = any(array(select endpoint_id from candidate where is_limited))
      and (open_until is null or open_until <= ${NOW})
    for update skip locked
  ),

  -- 7. The slot of its endpoint that each delivery would take, then the slot of its company. Those that would have the
  --    fewest in use are chosen first.
  ranked as (
    select c.*, row_number() over (partition by c.endpoint_id order by c.expedited desc, c.is_replay, c.next_attempt_at) as nth
    from candidate c
  ),
  slot as (
    select p.id, p.next_attempt_at, p.sends + p.nth as of_endpoint, p.company_sends
      + row_number() over (partition by p.company_id order by p.sends + p.nth, p.next_attempt_at) as of_company
    from ranked p left join held on held.endpoint_id = p.endpoint_id
    where p.sends + p.nth <= ${PER_ENDPOINT} and (p.expedited or not p.is_limited or p.nth <= (
      case when held.is_paused then 1 when held.endpoint_id is null then 0
        else floor(extract(epoch from ${NOW} + interval '1 second' - held.next_send_at) * p.max_per_second) end))
  ),
  chosen as materialized (
    select id from slot where of_company <= ${PER_COMPANY}
    order by of_company, of_endpoint, next_attempt_at limit ${FREE}
  ),

  -- 8. The chosen deliveries that no other worker is claiming, leased. Status is compared such that no index of pending
  --    ones is taken for it, which would be read to its end.
  due as materialized (
    select d.id, d.endpoint_id, d.leased_until, d.expedited from webhooks.deliveries d
    where d.id = any(array(select id from chosen))
      and d.status not in ('delivered', 'exhausted', 'cancelled')
      and (d.leased_until is null or d.leased_until <= ${NOW})
    for update skip locked
  ),
  claimed as (
    update webhooks.deliveries d
    set attempts = d.attempts + 1, leased_until = ${LEASED_UNTIL}, expedited = false
    where d.id = any(array(select id from due))
    returning d.*
  ),

  -- 9. A probe leases its endpoint, and a rate advances. A rate needs a row of health to lock: where there was none, the
  --    first deliveries wait for the next claim.
  paced as (
    update webhooks.endpoint_health h
    set open_until = case when held.is_paused then ${LEASED_UNTIL} end,
      next_send_at = held.next_send_at + sent.count * interval '1 second' / e.max_per_second
    from (select endpoint_id, count(*) as count from due where not expedited group by endpoint_id) sent
    join held on held.endpoint_id = sent.endpoint_id
    join endpoint e on e.endpoint_id = sent.endpoint_id
    where h.endpoint_id = sent.endpoint_id
  ),
  new_health as (
    insert into webhooks.endpoint_health (endpoint_id)
    select endpoint_id from endpoint where is_new and max_per_second is not null
    on conflict do nothing
  ),

  -- 10. An attempt whose worker died before recording it is recorded now, as interrupted.
  interrupted as (
    insert into webhooks.attempts (delivery_id, number, started_at, error)
    select c.id, c.attempts - 1, due.leased_until - (${LEASED_UNTIL} - ${NOW}), $9::text
    from claimed c join due on due.id = c.id where due.leased_until is not null
    on conflict do nothing
  )

  -- 11. What an attempt needs.
  select c.id, c.endpoint_id, e.company_id, c.ecmr_id, c.version, c.attempts as attempt, c.failures,
    c.failing_since, c.next_attempt_at, c.is_test, c.is_replay, due.expedited,
    coalesce(held.is_paused, false) and not due.expedited as probe,
    e.url, e.secret, e.former_secrets, m.payload,
    coalesce(
      case when c.is_replay then (select r.traceparent from webhooks.replays r where r.id = c.replay_id) end,
      m.traceparent) as traceparent,
    case when e.include_document_url then m.document_id end as told_document_id
  from claimed c
  join due on due.id = c.id
  left join held on held.endpoint_id = c.endpoint_id
  join webhooks.endpoints e on e.id = c.endpoint_id
  join webhooks.messages m on m.event_id = c.event_id`

/** A delivery leased to this worker. */
export interface Claimed {
  readonly id: string
  readonly endpoint_id: string
  readonly company_id: string
  readonly ecmr_id: string
  readonly version: number
  /** number of this attempt, from 1 */
  readonly attempt: number
  readonly failures: number
  readonly failing_since: Date | null
  readonly next_attempt_at: Date
  /** an example requested by the endpoint's owner: attempted once */
  readonly is_test: boolean
  /** whether a replay has made it due */
  readonly is_replay: boolean
  /** whether its owner requested it; the claim resets the row's flag */
  readonly expedited: boolean
  /** whether it finds out if a paused endpoint answers again */
  readonly probe: boolean
  readonly url: string
  readonly secret: string | null
  /** each signs as well, until its time */
  readonly former_secrets: readonly FormerSecret[]
  readonly payload: Uint8Array
  /** of the request that asked for it to be sent, or of the span in which it was planned; null: it is not traced */
  readonly traceparent: string | null
  /** the document whose address goes into the body; null: none */
  readonly told_document_id: string | null
}

/** Deliveries in hand, less those that may be claimed ahead: by id, only those that have any. */
export interface UnderWay {
  readonly byEndpoint: Readonly<Record<string, number>>
  readonly byCompany: Readonly<Record<string, number>>
}

/**
 * Leases due deliveries, so that no other worker sends them. When slots are scarce, they are shared among companies, then
 * among each company's endpoints, those with the fewest attempts under way first.
 *
 * @param request.limit how many at most; `perEndpoint` and `perCompany` include what is under way
 */
export async function claimDeliveries(
  db: SteadyConnection,
  request: {
    readonly now: Date
    readonly leasedUntil: Date
    readonly limit: number
    readonly perEndpoint: number
    readonly perCompany: number
    readonly underWay: UnderWay
  },
): Promise<readonly Claimed[]> {
  const { now, leasedUntil, limit, perEndpoint, perCompany, underWay } = request
  return db.query<Claimed>({
    name: 'claim webhook deliveries',
    text: CLAIM,
    values: [
      now,
      leasedUntil,
      new Date(now.getTime() - HOLD_MS),
      limit,
      perEndpoint,
      perCompany,
      JSON.stringify(underWay.byEndpoint),
      JSON.stringify(underWay.byCompany),
      INTERRUPTED,
    ],
  })
}
