import type { WebhookEvent } from '@ecmr/contract'
import type { Pool, PoolClient } from 'pg'
import { insertDeliveriesOf } from './insert-deliveries.js'
import { concerns, type SubscribedEndpoint } from './notable-event.js'
import { withSteadyPlans } from './steady-plans.js'

/** In one turn of a company so many events are looked at, and so many deliveries written unless one event has more. */
const MOST_EVENTS = 256
const MOST_DELIVERIES = 512

export interface PlanWaitingOptions {
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
    await client.query('delete from webhooks.unplanned where event_id = any($1::uuid[])', [
      turn.map(({ event_id }) => event_id),
    ])
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
