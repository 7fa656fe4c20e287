import { MalformedEvent } from '@ecmr/domain'
import type { Notification } from '@ecmr/http-contract'
import type { Pool } from 'pg'
import { insertDeliveries, type Planned } from './insert-deliveries.js'
import { type NotableEvent, webhookEventOf } from './notable-event.js'
import { notificationOf } from './payload.js'

/**
 * Writes a delivery for every active endpoint that an event concerns. Writing the same events again changes nothing.
 *
 * The endpoints are read once for each batch, after its events were recorded. An endpoint whose registration was
 * answered before an event was recorded is therefore always seen, which no cache could promise across processes.
 * Batches without an event for webhooks cost no query, and companies without endpoints no payload.
 *
 * @param options.firstDelayMs pause before the first attempt; none unless given
 * @param options.onSkipped told of events that cannot be read, because a newer version wrote them or somebody has
 *   tampered with them; they must not hold up the others
 */
export async function planDeliveries(
  pool: Pool,
  events: readonly NotableEvent[],
  options: PlanOptions = {},
): Promise<void> {
  const notable = events.filter((event) => webhookEventOf(event) !== undefined)
  if (notable.length === 0) return
  const endpoints = await readEndpoints(pool, notable)
  if (endpoints.size === 0) return
  const { firstDelayMs = 0, clock = () => new Date(), onSkipped } = options
  const planned = notable.flatMap((event) => plan(event, endpoints, onSkipped))
  if (planned.length === 0) return
  await insertDeliveries(pool, planned, new Date(clock().getTime() + firstDelayMs))
}

export interface PlanOptions {
  readonly firstDelayMs?: number
  readonly clock?: () => Date
  readonly onSkipped?: (event: NotableEvent, reason: string) => void
}

interface Subscribed {
  readonly id: string
  readonly company_id: string
  readonly events: readonly string[]
  readonly follows_from: string
}

type ByCompany = ReadonlyMap<string, readonly Subscribed[]>

async function readEndpoints(pool: Pool, events: readonly NotableEvent[]): Promise<ByCompany> {
  const companies = new Set(events.map(({ metadata }) => metadata.company_id))
  const { rows } = await pool.query<Subscribed>({
    name: 'webhooks of companies',
    text: `select id, company_id, events, follows_from from webhooks.endpoints
           where company_id = any($1::text[]) and status = 'active'`,
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
  onSkipped: PlanOptions['onSkipped'],
): readonly Planned[] {
  const own = endpoints.get(event.metadata.company_id) ?? []
  const endpointIds = own.filter((endpoint) => concerns(event, endpoint)).map(({ id }) => id)
  if (endpointIds.length === 0) return []
  const notification = readNotification(event, onSkipped)
  return notification === undefined ? [] : [{ event, notification, endpointIds }]
}

/** What is sent about an event; `undefined`, and said why, when it cannot be read. */
export function readNotification(
  event: NotableEvent,
  onSkipped: PlanOptions['onSkipped'],
): Notification | undefined {
  try {
    const notification = notificationOf(event)
    if (notification === undefined) onSkipped?.(event, 'written by a newer version')
    return notification
  } catch (error) {
    if (!(error instanceof MalformedEvent)) throw error
    onSkipped?.(event, error.message)
    return undefined
  }
}

function concerns(event: NotableEvent, { follows_from, events }: Subscribed): boolean {
  return follows(event, follows_from) && events.some((name) => name === webhookEventOf(event))
}

// An event that was still with the broker when the log moved to another store tells its place in the former log. Those
// two places cannot be compared, and an event too many is better than one that is never sent.
function follows({ position }: NotableEvent, place: string): boolean {
  return place < position || place.length !== position.length
}
