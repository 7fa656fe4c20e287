import { deliveryId } from '../deliveries/insert-deliveries.js'
import { webhookEventOf } from '../deliveries/notable-event.js'
import type { NewMessage } from './new-messages.js'
import type { FoundEvent, Queries } from './replay-source.js'

/** Which deliveries a page makes due, of which replay, and when. */
export interface Queueing {
  readonly replayId: string
  readonly endpointId: string
  readonly now: Date
}

// What is due at the same time is claimed in the order of `place`, that of the log. An attempt that is under way keeps
// its lease.
const DUE = `status = 'pending', failures = 0, failing_since = null, finished_at = null,
  leased_until = case when d.leased_until > $2::timestamptz then d.leased_until end`

// What waits for its next try goes on waiting if the replay is cancelled: it is not the replay's, only due earlier.
const OWNER = `replay_id = case when d.status = 'pending' then d.replay_id else $3::uuid end`

const FAILED = `d.status in ('exhausted', 'cancelled') or (d.status = 'pending' and d.failures > 0)`

const PLANNED = `unnest($1::uuid[], $4::int[]) as planned (id, place)`

const REQUEUE = `
  with chosen as materialized (
    select d.id from webhooks.deliveries d where d.id = any($1::uuid[]) and (${FAILED})
    order by d.id for update
  )
  update webhooks.deliveries d
  set ${DUE}, ${OWNER}, next_attempt_at = $2::timestamptz + planned.place * interval '1 microsecond'
  from ${PLANNED}
  where d.id = any(array(select id from chosen)) and d.id = planned.id`

const QUEUE = `
  with message as (
    insert into webhooks.messages
      (event_id, company_id, type, ecmr_id, ecmr_number, version, created_at, payload)
    select * from unnest($11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::int[],
                         $17::timestamptz[], $18::bytea[])
    on conflict do nothing
  )
  insert into webhooks.deliveries as d
    (id, event_id, endpoint_id, type, ecmr_id, version, created_at, next_attempt_at, replay_id)
  select planned.id, planned.event_id, $5, planned.type, planned.ecmr_id, planned.version, planned.created_at,
    $2::timestamptz + planned.place * interval '1 microsecond', $3::uuid
  from unnest($1::uuid[], $4::int[], $6::uuid[], $7::text[], $8::text[], $9::int[], $10::timestamptz[])
    as planned (id, place, event_id, type, ecmr_id, version, created_at)
  on conflict (id) do update set ${DUE}, ${OWNER}, next_attempt_at = excluded.next_attempt_at
  where d.status <> 'pending' or d.failures > 0`

/**
 * Makes deliveries of events due, those that were delivered included, and writes those that are not there. What is
 * pending and has not failed stays as it is.
 *
 * @returns how many were made due
 */
export async function queueDeliveries(
  db: Queries,
  events: readonly FoundEvent[],
  messages: readonly NewMessage[],
  queueing: Queueing,
): Promise<number> {
  if (events.length === 0) return 0
  const rows = rowsOf(events, queueing.endpointId)
  const { rowCount } = await db.query({
    name: 'queue replayed deliveries',
    text: QUEUE,
    values: [
      ...common(rows, queueing),
      queueing.endpointId,
      rows.map(({ event }) => event.id),
      rows.map(({ event }) => webhookEventOf(event)),
      rows.map(({ event }) => event.ecmr_id),
      rows.map(({ event }) => event.revision + 1),
      rows.map(({ event }) => event.recorded_at),
      messages.map((message) => message.event_id),
      messages.map((message) => message.company_id),
      messages.map((message) => message.type),
      messages.map((message) => message.ecmr_id),
      messages.map((message) => message.ecmr_number),
      messages.map((message) => message.version),
      messages.map((message) => message.created_at),
      messages.map((message) => message.payload),
    ],
  })
  return rowCount ?? 0
}

/** Makes deliveries of events due that were made before and did not arrive. Returns how many. */
export async function requeueFailed(
  db: Queries,
  events: readonly FoundEvent[],
  queueing: Queueing,
): Promise<number> {
  if (events.length === 0) return 0
  const values = common(rowsOf(events, queueing.endpointId), queueing)
  const { rowCount } = await db.query({ name: 'requeue failed deliveries', text: REQUEUE, values })
  return rowCount ?? 0
}

interface Row {
  readonly id: string
  readonly place: number
  readonly event: FoundEvent
}

/** In the order of their ids, in which all statements lock deliveries. */
function rowsOf(events: readonly FoundEvent[], endpointId: string): readonly Row[] {
  return events
    .map((event, place) => ({ id: deliveryId(event.id, endpointId), place, event }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function common(rows: readonly Row[], { replayId, now }: Queueing) {
  return [rows.map(({ id }) => id), now, replayId, rows.map(({ place }) => place)]
}
