import type { WebhookEvent } from '@ecmr/contract'
import type { Pool, PoolClient } from 'pg'
import { v5 as uuidv5 } from 'uuid'
import { withSteadyPlans } from '../db.js'
import type { Notification } from '../notifications/notification.js'
import { documentIdOf, ecmrIdOf, type NotableEvent, versionAfter } from './notable-event.js'
import { payloadOf } from './payload.js'

/**
 * How long a failing delivery holds up later ones of its consignment note to the same endpoint, milliseconds from its
 * first failure. Order is worth a minute; after that, knowing what came later is worth more.
 */
export const HOLD_MS = 60_000

/** The channel on which workers hear of new deliveries. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries'

/** An event and the endpoints of one company, at least one. */
export interface Planned {
  readonly event: NotableEvent
  /** whose endpoints they are: the note's own, or one that it is shared with */
  readonly company: string
  readonly notification: Notification
  readonly endpointIds: readonly string[]
  /** of the span in which it is planned; null: it is not traced */
  readonly traceparent: string | null
}

/** A stored message and its endpoints. */
interface PlannedMessage {
  readonly event_id: string
  readonly type: WebhookEvent
  readonly ecmr_id: string
  readonly version: number
  readonly created_at: string | Date
  readonly endpointIds: readonly string[]
}

/**
 * The id of the delivery of an event to an endpoint, and the `webhook-id` of each of its attempts. It follows from
 * the two, so that a delivery made again after its row was pruned is still recognised by the receiver.
 */
export function deliveryId(eventId: string, endpointId: string): string {
  return uuidv5(eventId, endpointId)
}

// The parameters of both statements begin with what deliveries need: messages, then which of them goes to which endpoint.
const MESSAGES = 'unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[])'

// Messages that are there already are locked against being pruned before the deliveries refer to them.
const WRITE_MESSAGES = `
  kept as materialized (
    select event_id from webhooks.messages where event_id = any($1::uuid[]) for key share
  ),
  message as (
    insert into webhooks.messages
      (event_id, type, ecmr_id, version, created_at, company_id, ecmr_number, payload, document_id,
       traceparent)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[],
                         $11::text[], $12::text[], $13::bytea[], $14::uuid[], $15::text[]) as m (event_id)
    where m.event_id <> all(array(select event_id from kept))
    on conflict do nothing
  )`

// Endpoints are locked against being disabled or deleted meanwhile: a delivery is then either cancelled with its
// endpoint or not written at all. The claim needs the health of endpoints with a rate to hold on to. Behind a delivery
// that fails, new ones of its note are put off from the start (see moveFollowers).
const WRITE_DELIVERIES = `
  endpoint as (
    select id, max_per_second from webhooks.endpoints
    where id = any($7::uuid[]) and status = 'active'
    order by id for share
  ),
  health as (
    insert into webhooks.endpoint_health (endpoint_id)
    select id from endpoint where max_per_second is not null
    on conflict do nothing
    returning 1
  ),
  delivery as (
    insert into webhooks.deliveries
      (id, event_id, endpoint_id, type, ecmr_id, version, created_at, next_attempt_at)
    select planned.id, m.event_id, planned.endpoint_id, m.type, m.ecmr_id, m.version, m.created_at,
      greatest($9::timestamptz, (
        select h.failing_since + make_interval(secs => $10::int / 1000.0) from webhooks.deliveries h
        where h.status = 'pending' and h.endpoint_id = planned.endpoint_id and h.ecmr_id = m.ecmr_id
          and h.version < m.version and h.failing_since is not null and not h.is_replay
        order by h.version limit 1))
    from unnest($6::uuid[], $7::uuid[], $8::int[]) as planned (id, endpoint_id, message)
    join ${MESSAGES} with ordinality as m (event_id, type, ecmr_id, version, created_at, message) using (message)
    join endpoint on endpoint.id = planned.endpoint_id
    where (select count(*) from health) >= 0
    order by planned.id
    on conflict do nothing
    returning 1
  )
  select count(*)::int as written, (select pg_notify('${DELIVERIES_CHANNEL}', '') from delivery limit 1)
  from delivery`

const WITH_MESSAGES = {
  name: 'insert webhook deliveries',
  text: `with ${WRITE_MESSAGES}, ${WRITE_DELIVERIES}`,
}
const OF_MESSAGES = { name: 'insert deliveries of messages', text: `with ${WRITE_DELIVERIES}` }

// A replay may have recorded first what has just happened: it still counts as fresh.
const REFRESH = `
  update webhooks.deliveries set replay_id = null
  where id = any(array(
    select id from webhooks.deliveries
    where id = any($1::uuid[]) and status = 'pending' and is_replay
    order by id for update))`

/** Writes messages and deliveries in one statement, and wakes the workers. What was sent already is not sent again. */
export async function insertDeliveries(
  pool: Pool,
  planned: readonly Planned[],
  firstAttemptAt: Date,
): Promise<void> {
  const messages = planned.map(({ event, notification, endpointIds }) => ({
    event_id: event.id,
    type: notification.type,
    ecmr_id: ecmrIdOf(event),
    version: versionAfter(event),
    created_at: event.metadata.recorded_at,
    endpointIds,
  }))
  const contents = [
    planned.map(({ event }) => event.metadata.company_id),
    planned.map(({ notification }) => notification.data.ecmr_number),
    planned.map(({ notification }) => payloadOf(notification)),
    planned.map(({ event }) => documentIdOf(event)),
    planned.map(({ traceparent }) => traceparent),
  ]
  await withSteadyPlans(pool, (client) =>
    write(client, { ...WITH_MESSAGES, values: contents }, messages, firstAttemptAt),
  )
}

/** The same for messages that are stored and locked, in a transaction with steady plans. */
export function insertDeliveriesOf(
  client: PoolClient,
  messages: readonly PlannedMessage[],
  firstAttemptAt: Date,
): Promise<void> {
  return write(client, { ...OF_MESSAGES, values: [] }, messages, firstAttemptAt)
}

async function write(
  client: PoolClient,
  statement: { readonly name: string; readonly text: string; readonly values: readonly unknown[] },
  messages: readonly PlannedMessage[],
  firstAttemptAt: Date,
): Promise<void> {
  const deliveries = deliveriesOf(messages)
  const values = [
    messages.map(({ event_id }) => event_id),
    messages.map(({ type }) => type),
    messages.map(({ ecmr_id }) => ecmr_id),
    messages.map(({ version }) => version),
    messages.map(({ created_at }) => created_at),
    deliveries.map(({ id }) => id),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ message }) => message),
    firstAttemptAt,
    HOLD_MS,
    ...statement.values,
  ]
  const { rows } = await client.query<{ written: number }>({ ...statement, values })
  if (rows[0]?.written === deliveries.length) return
  await client.query(REFRESH, [deliveries.map(({ id }) => id)])
}

/** Each once, though a broker may hand an event out twice. */
function deliveriesOf(messages: readonly PlannedMessage[]) {
  const deliveries = messages.flatMap(({ event_id, endpointIds }, index) =>
    endpointIds.map((endpointId) => ({
      id: deliveryId(event_id, endpointId),
      endpointId,
      message: index + 1,
    })),
  )
  return [...new Map(deliveries.map((delivery) => [delivery.id, delivery])).values()]
}
