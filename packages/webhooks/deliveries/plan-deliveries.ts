import { MalformedEvent } from '@ecmr/domain'
import type { Pool } from 'pg'
import type { Notification } from '../notifications/notification.js'
import type { LatestCheckpoint, StatedCheckpoint } from '../notifications/stated-checkpoint.js'
import { insertDeliveries, type Planned } from './insert-deliveries.js'
import {
  audienceOf,
  concerns,
  type NotableEvent,
  type SubscribedEndpoint,
  webhookEventOf,
} from './notable-event.js'
import { notificationOf } from './payload.js'
import { queueEvents } from './planning-queue.js'

/**
 * Writes a delivery for every active endpoint that an event concerns. Writing the same events again changes nothing.
 *
 * Where that is much for one company, its events are queued instead, one row each, for `planWaiting` to write the
 * deliveries in turns: so a batch takes about as long whatever is in it, and events of one company do not wait for the
 * thousands of deliveries of another. Order within a company stays that of the log.
 *
 * The endpoints are read once for each batch, after its events were recorded. An endpoint whose registration was
 * answered before an event was recorded is therefore always seen, which no cache could promise across processes.
 * Batches without an event for webhooks cost no query, and companies without endpoints no payload.
 *
 * @param options.firstDelayMs pause before the first attempt; none unless given
 * @param options.onSkipped called with events that cannot be read, because a newer version wrote them or they were
 *   tampered with; they must not hold up the others
 * @param options.onPlanned called for each event that is planned or concerns no endpoint, unless it is queued
 * @param options.latestCheckpoint stated in each payload; absent: proofs are off
 */
export async function planDeliveries(
  pool: Pool,
  events: readonly NotableEvent[],
  options: PlanOptions = {},
): Promise<void> {
  const { firstDelayMs = 0, clock = () => new Date(), onPlanned } = options
  const { now, later } = await readPlans(pool, events, options)
  if (now.length > 0) await insertDeliveries(pool, now, new Date(clock().getTime() + firstDelayMs))
  if (later.length > 0) await queueEvents(pool, later)
  const queued = new Set(later.map(({ event }) => event.id))
  for (const { id, metadata } of events) if (!queued.has(id)) onPlanned?.(metadata.recorded_at)
}

export interface PlanOptions {
  readonly firstDelayMs?: number
  readonly clock?: () => Date
  readonly onSkipped?: (event: NotableEvent, reason: string) => void
  readonly onPlanned?: (recordedAt: string) => void
  readonly latestCheckpoint?: LatestCheckpoint
  /** of the span in which an event is planned, by its id: attempts follow from that; undefined: it is not traced */
  readonly traceparentOf?: (eventId: string) => string | undefined
}

async function readPlans(
  pool: Pool,
  events: readonly NotableEvent[],
  { onSkipped, latestCheckpoint, traceparentOf }: PlanOptions,
): Promise<ReturnType<typeof shareOut>> {
  const notable = events.filter((event) => webhookEventOf(event) !== undefined)
  const endpoints = notable.length === 0 ? new Map() : await readEndpoints(pool, notable)
  if (endpoints.size === 0) return { now: [], later: [] }
  const reading = { onSkipped, checkpoint: await latestCheckpoint?.() }
  const planned = notable.flatMap((event) =>
    plan(event, endpoints, reading).map((one) => ({
      ...one,
      traceparent: traceparentOf?.(event.id) ?? null,
    })),
  )
  const waiting = [...endpoints].filter(([, [first]]) => first?.has_waiting).map(([company]) => company)
  return shareOut(planned, new Set(waiting))
}

interface Subscribed extends SubscribedEndpoint {
  /** whether events of its company wait to be planned */
  readonly has_waiting: boolean
}

type ByCompany = ReadonlyMap<string, readonly Subscribed[]>

async function readEndpoints(pool: Pool, events: readonly NotableEvent[]): Promise<ByCompany> {
  const companies = new Set(events.flatMap(audienceOf))
  const { rows } = await pool.query<Subscribed>({
    name: 'webhooks of companies',
    text: `select e.id, e.company_id, e.events, e.follows_from,
             exists (select from webhooks.unplanned u where u.company_id = e.company_id) as has_waiting
           from webhooks.endpoints e where e.company_id = any($1::text[]) and e.status = 'active'`,
    values: [[...companies]],
  })
  const endpoints = new Map<string, Subscribed[]>()
  for (const row of rows) {
    const known = endpoints.get(row.company_id)
    if (known) known.push(row)
    else endpoints.set(row.company_id, [row])
  }
  return endpoints
}

function plan(
  event: NotableEvent,
  endpoints: ByCompany,
  reading: Reading,
): readonly Omit<Planned, 'traceparent'>[] {
  const { position } = event
  const type = webhookEventOf(event)
  const concerned = audienceOf(event).flatMap((company) => {
    const own = endpoints.get(company) ?? []
    const endpointIds = own.filter((endpoint) => concerns(endpoint, { position, type })).map(({ id }) => id)
    return endpointIds.length === 0 ? [] : { company, endpointIds }
  })
  if (concerned.length === 0) return []
  const notification = readNotification(event, reading)
  return notification === undefined ? [] : concerned.map((one) => ({ event, notification, ...one }))
}

/** What reading events for notifications takes. */
export interface Reading {
  readonly onSkipped: PlanOptions['onSkipped']
  readonly checkpoint: StatedCheckpoint | undefined
}

/** What is sent about an event; `undefined`, and said why, when it cannot be read. */
export function readNotification(
  event: NotableEvent,
  { onSkipped, checkpoint }: Reading,
): Notification | undefined {
  try {
    const notification = notificationOf(event, checkpoint)
    if (notification === undefined) onSkipped?.(event, 'written by a newer version')
    return notification
  } catch (error) {
    if (!(error instanceof MalformedEvent)) throw error
    onSkipped?.(event, error.message)
    return undefined
  }
}

/** So many deliveries of one company are written at once at most, and so many of all companies in a batch. */
const MOST_OF_COMPANY = 512
const MOST_OF_ALL = 1_024

interface Shares {
  /** deliveries that are written now */
  readonly now: readonly Planned[]
  /** events whose deliveries wait for their company's turn */
  readonly later: readonly Planned[]
}

/**
 * What of a batch is planned at once: the companies with few deliveries first, all of a company's events or none. A company
 * that has events waiting waits with these as well, so that none overtakes another.
 */
function shareOut(planned: readonly Planned[], waiting: ReadonlySet<string>): Shares {
  const counts = new Map<string, number>()
  for (const { company, endpointIds } of planned)
    counts.set(company, (counts.get(company) ?? 0) + endpointIds.length)
  let all = 0
  const now = new Set<string>()
  for (const [company, count] of [...counts].sort(([, a], [, b]) => a - b)) {
    if (waiting.has(company) || count > MOST_OF_COMPANY || all + count > MOST_OF_ALL) continue
    all += count
    now.add(company)
  }
  const isNow = ({ company }: Planned): boolean => now.has(company)
  return { now: planned.filter(isNow), later: planned.filter((one) => !isNow(one)) }
}
