import type { WebhookEvent } from '@ecmr/contract'
import type { Listener } from '@ecmr/postgres'
import type { Pool, PoolClient } from 'pg'
import { withSteadyPlans } from '../db.js'
import { wakeUp } from '../worker/wake-up.js'
import type { WorkerLog } from '../worker/worker-options.js'
import { insertDeliveriesOf, type Planned } from './insert-deliveries.js'
import { concerns, documentIdOf, ecmrIdOf, type SubscribedEndpoint, versionAfter } from './notable-event.js'
import { payloadOf } from './payload.js'

/** The channel on which planners hear of events whose deliveries are to be written. */
const PLANNING_CHANNEL = 'webhook_planning'

// Messages that are there already are locked against being pruned before the queue refers to them.
const QUEUE = `
  with kept as materialized (
    select event_id from webhooks.messages where event_id = any($1::uuid[]) for key share
  ),
  message as (
    insert into webhooks.messages
      (event_id, type, ecmr_id, version, created_at, company_id, ecmr_number, payload, document_id,
       traceparent)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[],
                         $6::text[], $7::text[], $8::bytea[], $10::uuid[], $12::text[]) as m (event_id)
    where m.event_id <> all(array(select event_id from kept))
    on conflict do nothing
  ),
  queued as (
    insert into webhooks.unplanned (event_id, company_id, position)
    select event_id, company_id, position
    from unnest($1::uuid[], $11::text[], $9::text[]) with ordinality as u (event_id, company_id, position, nth)
    order by nth
    on conflict do nothing
    returning 1
  )
  select pg_notify('${PLANNING_CHANNEL}', '') from queued limit 1`

/**
 * Writes the messages of events, and queues them for `planWaiting`, in order: one row for each event and company,
 * however many endpoints it concerns. Queueing an event again changes nothing.
 */
export async function queueEvents(pool: Pool, planned: readonly Planned[]): Promise<void> {
  const each = [...new Map(planned.map((one) => [`${one.event.id} ${one.company}`, one])).values()]
  await pool.query({
    name: 'queue events for planning',
    text: QUEUE,
    values: [
      each.map(({ event }) => event.id),
      each.map(({ notification }) => notification.type),
      each.map(({ event }) => ecmrIdOf(event)),
      each.map(({ event }) => versionAfter(event)),
      each.map(({ event }) => event.metadata.recorded_at),
      each.map(({ event }) => event.metadata.company_id),
      each.map(({ notification }) => notification.data.ecmr_number),
      each.map(({ notification }) => payloadOf(notification)),
      each.map(({ event }) => event.position),
      each.map(({ event }) => documentIdOf(event)),
      each.map(({ company }) => company),
      each.map(({ traceparent }) => traceparent),
    ],
  })
}

/** Events of all companies whose deliveries are still to be written. */
export interface PlanningBacklog {
  /** counted up to 10,000 */
  readonly waiting: number
  /** how long the oldest of them has waited, milliseconds; 0 when there is none */
  readonly oldest_ms: number
}

const BACKLOG = `
  select (select count(*) from (select from webhooks.unplanned limit 10000) u) as waiting,
    coalesce((
      select greatest(0, extract(epoch from clock_timestamp() - queued_at) * 1000)::bigint
      from webhooks.unplanned order by seq limit 1), 0) as oldest_ms`

/** How far the planning of webhook deliveries is behind the events that it has taken over. */
export async function planningBacklog(pool: Pick<Pool, 'query'>): Promise<PlanningBacklog> {
  const { rows } = await pool.query<PlanningBacklog>({ name: 'webhook planning backlog', text: BACKLOG })
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
}

/** In one turn of a company so many events are looked at, and so many deliveries written unless one event has more. */
const MOST_EVENTS = 256
const MOST_DELIVERIES = 512

interface PlanWaitingOptions {
  /** pause before the first attempt; none unless given */
  readonly firstDelayMs?: number
  readonly clock?: () => Date
  readonly signal?: AbortSignal
  /** called for each event whose deliveries are written */
  readonly onPlanned?: (recordedAt: string) => void
  /** called with why a company's turn failed; it has another in the next round */
  readonly onError?: (error: unknown, companyId: string) => void
}

interface WaitingEvent {
  readonly event_id: string
  readonly position: string
  readonly type: WebhookEvent
  readonly ecmr_id: string
  readonly version: number
  readonly created_at: Date
}

/**
 * Gives each company that has events waiting one turn, in which the deliveries of its oldest ones are written. Returns how
 * many events had their turn; 0: none waits, or other processes are at them.
 *
 * @throws when the database cannot be reached
 */
export async function planWaiting(pool: Pool, options: PlanWaitingOptions = {}): Promise<number> {
  let planned = 0
  for (const company of await companiesWaiting(pool)) {
    if (options.signal?.aborted) break
    try {
      planned += await takeTurn(pool, company, options)
    } catch (error) {
      if (options.onError === undefined) throw error
      options.onError(error, company)
    }
  }
  return planned
}

// One step through the index for each company, however many events of it wait.
const COMPANIES = `
  with recursive waiting as (
    (select company_id from webhooks.unplanned order by company_id limit 1)
    union all
    select (
      select u.company_id from webhooks.unplanned u where u.company_id > w.company_id order by u.company_id limit 1)
    from waiting w where w.company_id is not null
  )
  select company_id from waiting where company_id is not null`

async function companiesWaiting(pool: Pool): Promise<readonly string[]> {
  const query = { name: 'companies with events to plan', text: COMPANIES }
  const { rows } = await withSteadyPlans(pool, (client) => client.query<{ company_id: string }>(query))
  return rows.map(({ company_id }) => company_id)
}

async function takeTurn(pool: Pool, company: string, options: PlanWaitingOptions): Promise<number> {
  const { firstDelayMs = 0, clock = () => new Date(), onPlanned } = options
  const planned = await withSteadyPlans(pool, async (client) => {
    // Two at once could write a later event's delivery first.
    if (!(await isMine(client, company))) return []
    const events = await oldestEvents(client, company)
    const turn = fitting(events, await activeEndpoints(client, company))
    const messages = turn.filter(({ endpointIds }) => endpointIds.length > 0)
    if (messages.length > 0)
      await insertDeliveriesOf(client, messages, new Date(clock().getTime() + firstDelayMs))
    await client.query(
      'delete from webhooks.unplanned where event_id = any($1::uuid[]) and company_id = $2',
      [turn.map(({ event_id }) => event_id), company],
    )
    return turn
  })
  for (const { created_at } of planned) onPlanned?.(created_at.toISOString())
  return planned.length
}

async function isMine(client: PoolClient, company: string): Promise<boolean> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('webhook planning ' || $1, 0)) as won`
  return (await client.query<{ won: boolean }>(lock, [company])).rows[0]?.won === true
}

async function oldestEvents(client: PoolClient, company: string): Promise<readonly WaitingEvent[]> {
  const { rows } = await client.query<WaitingEvent>({
    name: 'events to plan',
    text: `select u.event_id, u.position, m.type, m.ecmr_id, m.version, m.created_at
           from (select * from webhooks.unplanned where company_id = $1 order by company_id, seq limit $2) u
           cross join lateral (select * from webhooks.messages where event_id = u.event_id limit 1) m`,
    values: [company, MOST_EVENTS],
  })
  return rows
}

// They are locked by the statement that writes, in the order of their ids. Here they are only looked at.
async function activeEndpoints(client: PoolClient, company: string): Promise<readonly SubscribedEndpoint[]> {
  const { rows } = await client.query<SubscribedEndpoint>({
    name: 'webhooks of a company',
    text: `select id, company_id, events, follows_from from webhooks.endpoints
           where company_id = $1 and status = 'active'`,
    values: [company],
  })
  return rows
}

/** The events of one turn, each with those it concerns: the first always, then as many as fit. */
function fitting(events: readonly WaitingEvent[], endpoints: readonly SubscribedEndpoint[]) {
  let count = 0
  const turn: (WaitingEvent & { readonly endpointIds: readonly string[] })[] = []
  for (const event of events) {
    const endpointIds = endpoints.filter((endpoint) => concerns(endpoint, event)).map(({ id }) => id)
    count += endpointIds.length
    if (turn.length > 0 && count > MOST_DELIVERIES) break
    turn.push({ ...event, endpointIds })
  }
  return turn
}

const POLL_MS = 1_000
const SAID_AGAIN_AFTER_MS = 60_000

/**
 * Writes the deliveries of events that `planDeliveries` has queued, company by company in turns, until the signal aborts.
 * Any number of processes may; a company's events are planned by one at a time.
 */
export async function deliveryPlanner(
  options: Omit<PlanWaitingOptions, 'onError' | 'signal'> & {
    readonly pool: Pool
    readonly listener: Listener
    readonly signal: AbortSignal
    readonly log?: WorkerLog
  },
): Promise<void> {
  const { pool, listener, signal, log } = options
  const wake = wakeUp()
  const stopListening = listener.on(PLANNING_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  const say = onceAMinute((error) =>
    log?.warn({ err: error }, 'webhook deliveries cannot be planned; tried again'),
  )
  const round = { ...options, onError: say }
  while (!signal.aborted) {
    const planned = await planWaiting(pool, round).catch((error: unknown) => {
      say(error)
      return 0
    })
    if (planned === 0) await wake.wait(POLL_MS)
  }
  stopListening()
  signal.removeEventListener('abort', wake.call)
}

function onceAMinute(say: (error: unknown) => void): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const now = performance.now()
    if (now - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = now
    say(error)
  }
}
