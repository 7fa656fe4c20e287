import { COMPANY_SENDS, FREE, HELD_SINCE, NOW, PER_COMPANY, PER_ENDPOINT, SENDS } from './claim-parameters.js'
import { OPENS_AT, QUEUES } from './waiting-endpoints.js'

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

// The oldest of each endpoint that no earlier event of its note holds up, and whatever an owner has asked for. What is
// replayed is looked at apart, since it goes behind what has just happened, and holds up none of that.
const CANDIDATE = `
  candidate as materialized (
    select head.*, e.endpoint_id, e.company_id, e.sends, e.company_sends, e.max_per_second,
      e.is_paused or e.max_per_second is not null as is_limited, false as expedited
    from room e
    cross join ${QUEUES}
    cross join lateral (
      select d.id, d.next_attempt_at, d.is_replay
      from webhooks.deliveries d
      where d.endpoint_id = e.endpoint_id and d.is_replay = queue.is_replay and ${IS_DUE} and not d.expedited
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
    from asked w
    ${OWNER}
    cross join lateral (
      select d.id, d.next_attempt_at, d.is_replay
      from webhooks.deliveries d
      where d.endpoint_id = w.endpoint_id and ${IS_DUE} and d.expedited
      order by d.next_attempt_at
      limit ${PER_ENDPOINT}
    ) head
  )`

/** What may be claimed: for `waiting` and `asked`, the tables `endpoint` and `candidate`. */
export const CANDIDATES = `${ENDPOINT}, ${ROOM}, ${CANDIDATE}`
