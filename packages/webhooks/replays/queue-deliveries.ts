import type { ClientBase } from 'pg'
import { deliveryId } from '../deliveries/insert-deliveries.js'
import {
  documentIdOf,
  ecmrIdOf,
  type NotableEvent,
  versionAfter,
  webhookEventOf,
} from '../deliveries/notable-event.js'
import { payloadOf } from '../deliveries/payload.js'
import { type Reading, readNotification } from '../deliveries/plan-deliveries.js'
import type { WebhookTables } from '../tables.js'

/** A connection in whose transaction is read. */
export type Queries = Pick<ClientBase, 'query'>

/** Which events of a company a replay looks at next. */
interface ScanRequest {
  readonly company: string
  /** itself included; null: from the beginning */
  readonly from: string | null
  /** itself excluded; null: nothing has been looked at yet */
  readonly after: string | null
  /** itself included */
  readonly upTo: string
  /** recorded at this instant or later, and before the other */
  readonly since: Date | null
  readonly until: Date | null
  /** as the log names them */
  readonly types: readonly string[]
  /** looks at so many events at most, and finds so many at most */
  readonly looks: number
  readonly most: number
}

/** What a scan found. */
export interface Scan {
  readonly found: readonly FoundEvent[]
  /** how many events were looked at */
  readonly scanned: number
  /** the last event looked at; null: there was none */
  readonly reached: { readonly position: string; readonly recorded_at: Date } | null
  /** there is nothing more up to where the scan was to go */
  readonly isEnd: boolean
}

/** What is known of an event without reading what it says. */
interface FoundEvent {
  readonly id: string
  readonly type: string
  readonly ecmr_id: string
  /** place in its stream, from 0 */
  readonly revision: number
  readonly recorded_at: Date
}

/** Where replays find what was recorded: a read model in the same database, by company and position. */
export interface ReplaySource {
  /** how far it has come; '' at the start */
  position(db: Queries): Promise<string>
  /** Looks at a company's events in the order of the log. Reads what none of them says. */
  scan(db: Queries, request: ScanRequest): Promise<Scan>
  /** The events, whole. */
  read(db: Queries, found: readonly FoundEvent[]): Promise<readonly NotableEvent[]>
}

type NewMessage = Omit<WebhookTables['webhooks.messages'], 'created_at' | 'document_id' | 'traceparent'> & {
  readonly created_at: string
  readonly document_id: string | null
}

/** Called with an event that cannot be read. */
export type OnSkipped = (event: NotableEvent, reason: string) => void

/** A drawn signature makes an event of 300 KB, so only so many are held at a time. */
const READ_AT_ONCE = 50

/**
 * The missing messages of events: never written, because no endpoint received them, or pruned. What was sent once stays
 * as it was. Events that cannot be read get none.
 */
export async function newMessages(
  db: Queries,
  source: Pick<ReplaySource, 'read'>,
  events: readonly FoundEvent[],
  reading: Reading,
): Promise<{ readonly messages: readonly NewMessage[]; readonly unreadable: ReadonlySet<string> }> {
  const known = await knownMessages(db, events)
  const missing = events.filter(({ id }) => !known.has(id))
  const messages: NewMessage[] = []
  for (let begin = 0; begin < missing.length; begin += READ_AT_ONCE) {
    const read = await source.read(db, missing.slice(begin, begin + READ_AT_ONCE))
    messages.push(...read.flatMap((event) => messageOf(event, reading)))
  }
  const written = new Set(messages.map(({ event_id }) => event_id))
  return { messages, unreadable: new Set(missing.map(({ id }) => id).filter((id) => !written.has(id))) }
}

// Held against being pruned before the deliveries that are to refer to them are written.
async function knownMessages(db: Queries, events: readonly FoundEvent[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ event_id: string }>({
    name: 'known webhook messages',
    text: 'select event_id from webhooks.messages where event_id = any($1::uuid[]) for key share',
    values: [events.map(({ id }) => id)],
  })
  return new Set(rows.map(({ event_id }) => event_id))
}

function messageOf(event: NotableEvent, reading: Reading): readonly NewMessage[] {
  const notification = readNotification(event, reading)
  if (notification === undefined) return []
  return [
    {
      event_id: event.id,
      company_id: event.metadata.company_id,
      type: notification.type,
      ecmr_id: ecmrIdOf(event),
      ecmr_number: notification.data.ecmr_number,
      version: versionAfter(event),
      created_at: event.metadata.recorded_at,
      payload: payloadOf(notification),
      document_id: documentIdOf(event),
    },
  ]
}

/** Which deliveries a page makes due, of which replay, and when. */
interface Queueing {
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
      (event_id, company_id, type, ecmr_id, ecmr_number, version, created_at, payload, document_id)
    select * from unnest($11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[], $16::int[],
                         $17::timestamptz[], $18::bytea[], $19::uuid[])
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
      messages.map((message) => message.document_id),
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
