import { CANDIDATES } from './claim-candidates.js'
import { FREE, INTERRUPTED, LEASED_UNTIL, NOW, PER_COMPANY, PER_ENDPOINT } from './claim-parameters.js'
import { ASKED, WAITING } from './waiting-endpoints.js'

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
    select c.*, row_number() over (partition by c.endpoint_id order by c.expedited desc, c.is_replay, c.next_attempt_at) as nth
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

// Subqueries with an order and a limit, and `any(array(…))`, lead the planner to the right index (see STEADY_PLANS).
export const CLAIM = `
  with recursive ${WAITING}, ${ASKED}, ${CANDIDATES}, ${HELD}, ${CHOSEN}, ${CLAIMED}, ${PACED}, ${LOST}
  select c.id, c.endpoint_id, e.company_id, c.ecmr_id, c.version, c.attempts as attempt, c.failures,
    c.failing_since, c.next_attempt_at, c.is_test, c.is_replay, due.expedited,
    coalesce(held.is_paused, false) and not due.expedited as probe,
    e.url, e.secret, e.former_secrets, m.payload
  from claimed c
  join due on due.id = c.id
  left join held on held.endpoint_id = c.endpoint_id
  join webhooks.endpoints e on e.id = c.endpoint_id
  join webhooks.messages m on m.event_id = c.event_id`
