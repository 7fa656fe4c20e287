import { ASKED, OPENS_AT, WAITING } from './waiting-endpoints.js'

// Subqueries with an order and a limit, and `any(array(…))`, lead the planner to the right index (see STEADY_PLANS).

/** What each of the parameters stands for. */
const NOW = '$1::timestamptz'
const LEASED_UNTIL = '$2::timestamptz'
/** a delivery failing since before has lost its place in its note's order */
const HELD_SINCE = '$3::timestamptz'
const FREE = '$4::int'
const PER_ENDPOINT = '$5::int'
const PER_COMPANY = '$6::int'
const INTERRUPTED = '$9::text'

// attempts under way, as JSON objects: by endpoint, by company
const SENDS = 'coalesce(($7::jsonb -> w.endpoint_id::text)::int, 0)'
const COMPANY_SENDS = 'coalesce(($8::jsonb -> e.company_id)::int, 0)'

const OWNER = `
    cross join lateral (
      select company_id, max_per_second from webhooks.endpoints where id = w.endpoint_id limit 1
    ) e`
const IS_DUE = `d.status = 'pending' and d.next_attempt_at <= ${NOW}
        and (d.leased_until is null or d.leased_until <= ${NOW})`

// Endpoints that may be sent to, as far as can be seen without locking anything.
const ENDPOINT = `
  endpoint as materialized (
    select w.endpoint_id, e.company_id, e.max_per_second, h.endpoint_id is null as is_new,
      h.open_until is not null as is_paused, ${SENDS} as sends, ${COMPANY_SENDS} as company_sends,
      count(*) over (partition by e.company_id) as siblings
    from waiting w
    ${OWNER}
    left join lateral (
      select * from webhooks.endpoint_health where endpoint_id = w.endpoint_id limit 1
    ) h on true
    where (${OPENS_AT} <= ${NOW}) is not false and ${SENDS} < ${PER_ENDPOINT} and ${COMPANY_SENDS} < ${PER_COMPANY}
  )`

// How many of each endpoint are looked at: enough to give its company twice the share of one among equals. What that
// leaves out comes with the next claim, which follows at once.
const ROOM = `
  room as (
    select e.*, least(${PER_ENDPOINT} - sends, e.max_per_second, case when is_paused then 1 end, ceil(
        least(${PER_COMPANY} - company_sends, ceil(2.0 * ${FREE} / companies)) / siblings))::int as most
    from endpoint e cross join (select count(distinct company_id) as companies from endpoint) c
  )`

// The oldest of each endpoint that no earlier event of its note holds up, and whatever an owner has asked for.
const CANDIDATE = `
  candidate as materialized (
    select head.*, e.endpoint_id, e.company_id, e.sends, e.company_sends, e.max_per_second,
      e.is_paused or e.max_per_second is not null as is_limited, false as expedited
    from room e
    cross join lateral (
      select d.id, d.next_attempt_at
      from webhooks.deliveries d
      where d.endpoint_id = e.endpoint_id and ${IS_DUE} and not d.expedited
        and (
          select h.version from webhooks.deliveries h
          where h.status = 'pending' and h.endpoint_id = d.endpoint_id and h.ecmr_id = d.ecmr_id
            and h.version < d.version and (h.failing_since is null or h.failing_since > ${HELD_SINCE})
          order by h.version limit 1
        ) is null
      order by d.next_attempt_at
      limit e.most
    ) head
    union all
    select head.*, w.endpoint_id, e.company_id, ${SENDS}, ${COMPANY_SENDS}, null, false, true
    from asked w
    ${OWNER}
    cross join lateral (
      select d.id, d.next_attempt_at
      from webhooks.deliveries d
      where d.endpoint_id = w.endpoint_id and ${IS_DUE} and d.expedited
      order by d.next_attempt_at
      limit ${PER_ENDPOINT}
    ) head
  )`

// Whoever holds the health of an endpoint that is paused, or has a rate, is the only one to send to it just now.
const HELD = `
  held as materialized (
    select endpoint_id, open_until is not null as is_paused, greatest(next_send_at, ${NOW}) as next_send_at
    from webhooks.endpoint_health
    where endpoint_id = any(array(select endpoint_id from candidate where is_limited))
      and (open_until is null or open_until <= ${NOW})
    for update skip locked
  )`

// Which slot of its endpoint each would take, then which of its company. Whoever would have fewest in use comes first.
const CHOSEN = `
  place as (
    select c.*, row_number() over (partition by c.endpoint_id order by c.expedited desc, c.next_attempt_at) as nth
    from candidate c
  ),
  turn as (
    select p.id, p.next_attempt_at, p.sends + p.nth as of_endpoint, p.company_sends
      + row_number() over (partition by p.company_id order by p.sends + p.nth, p.next_attempt_at) as of_company
    from place p left join held on held.endpoint_id = p.endpoint_id
    where p.sends + p.nth <= ${PER_ENDPOINT} and (p.expedited or not p.is_limited or p.nth <= (
      case when held.is_paused then 1 when held.endpoint_id is null then 0
        else floor(extract(epoch from ${NOW} + interval '1 second' - held.next_send_at) * p.max_per_second) end))
  ),
  chosen as materialized (
    select id from turn where of_company <= ${PER_COMPANY}
    order by of_company, of_endpoint, next_attempt_at limit ${FREE}
  )`

// Those that no other worker is taking at this moment.
const CLAIMED = `
  due as materialized (
    select d.id, d.endpoint_id, d.leased_until, d.expedited from webhooks.deliveries d
    where d.id = any(array(select id from chosen))
      and d.status = 'pending' and (d.leased_until is null or d.leased_until <= ${NOW})
    for update skip locked
  ),
  claimed as (
    update webhooks.deliveries d
    set attempts = d.attempts + 1, leased_until = ${LEASED_UNTIL}, expedited = false
    where d.id = any(array(select id from due))
    returning d.*
  )`

// The lease of a probe is that of its endpoint. A rate needs a row to hold on to; its first deliveries wait for the
// next claim if there was none.
const PACED = `
  paced as (
    update webhooks.endpoint_health h
    set open_until = case when held.is_paused then ${LEASED_UNTIL} end,
      next_send_at = held.next_send_at + sent.count * interval '1 second' / e.max_per_second
    from (select endpoint_id, count(*) as count from due where not expedited group by endpoint_id) sent
    join held on held.endpoint_id = sent.endpoint_id
    join endpoint e on e.endpoint_id = sent.endpoint_id
    where h.endpoint_id = sent.endpoint_id
  ),
  made as (
    insert into webhooks.endpoint_health (endpoint_id)
    select endpoint_id from endpoint where is_new and max_per_second is not null
    on conflict do nothing
  )`

// An attempt that was never recorded, because its worker died, is written down when its delivery is claimed again.
const LOST = `
  lost as (
    insert into webhooks.attempts (delivery_id, number, started_at, error)
    select c.id, c.attempts - 1, due.leased_until - (${LEASED_UNTIL} - ${NOW}), ${INTERRUPTED}
    from claimed c join due on due.id = c.id where due.leased_until is not null
    on conflict do nothing
  )`

export const CLAIM = `
  with recursive ${WAITING}, ${ASKED}, ${ENDPOINT}, ${ROOM}, ${CANDIDATE}, ${HELD}, ${CHOSEN}, ${CLAIMED}, ${PACED}, ${LOST}
  select c.id, c.endpoint_id, e.company_id, c.ecmr_id, c.version, c.attempts as attempt, c.failures,
    c.failing_since, c.next_attempt_at, c.is_test, due.expedited,
    coalesce(held.is_paused, false) and not due.expedited as probe,
    e.url, e.secret, e.previous_secret, e.previous_secret_until, m.payload
  from claimed c
  join due on due.id = c.id
  left join held on held.endpoint_id = c.endpoint_id
  join webhooks.endpoints e on e.id = c.endpoint_id
  join webhooks.messages m on m.event_id = c.event_id`
