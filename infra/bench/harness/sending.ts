import { setTimeout as delay } from 'node:timers/promises'
import type { Broker } from '@ecmr/broker'
import { startNotifier } from '@ecmr/notifier'
import { LONGEST_STATEMENT_MS, openListener, openPool } from '@ecmr/postgres'
import { type DeliveryWorkerOptions, type NotableEvent, planDeliveries, planWaiting } from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { Pool } from 'pg'
import { loopback, recordAudit, type Subscriber, secrets, subscribe, type World } from './accounts.js'
import { BENCH_COMPANY } from './notes.js'
import type { Latencies } from './numbers.js'
import { type Arrival, startReceiver } from './receivers.js'

/** as many events as a broker hands out at a time */
const BATCH = 256
const LOOK_EVERY_MS = 20
const PLAN_EVERY_MS = 20

/** the schedule that is used unless an operator sets another, milliseconds */
const HOUR = 3_600_000
const SCHEDULE = [0, 5_000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)]

/** Runs a worker with connections of its own, as many and as limited as the notifier's. */
export async function startWorker(
  url: string,
  limits: DeliveryWorkerOptions['limits'] = {},
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const pool = openPool({ url, max: 12, name: 'bench worker', timeoutMs: LONGEST_STATEMENT_MS })
  const listener = openListener(url, 'bench worker')
  await listener.ready()
  const problems: unknown[] = []
  const log = {
    warn: (details: object) => problems.push(details),
    error: (details: object) => problems.push(details),
  }
  const signal = stopping.signal
  const running = deliveryWorker({
    pool,
    listener,
    secrets,
    guard: loopback,
    schedule: SCHEDULE,
    recordAudit,
    signal,
    log,
    limits,
  })
  return {
    async stop() {
      stopping.abort()
      await running
      await listener.close()
      await pool.end()
      if (problems.length > 0) throw new Error('the worker reported problems', { cause: problems[0] })
    },
  }
}

/** Plans the deliveries of all these events, due at once. */
export async function planAll(pool: Pool, events: Iterable<NotableEvent>): Promise<void> {
  for (const batch of batchesOf(events)) await planDeliveries(pool, batch)
  while ((await planWaiting(pool)) > 0);
}

/**
 * Plans so many events a second, each due when its turn has come, whether planning keeps up or not.
 *
 * @returns seconds that it took
 */
export async function planOverTime(
  pool: Pool,
  events: Iterable<NotableEvent>,
  perSecond: number,
): Promise<number> {
  const began = Date.now()
  let planned = 0
  for (const batch of batchesOf(events, Math.max(1, Math.round((perSecond * PLAN_EVERY_MS) / 1_000)))) {
    const due = began + (planned * 1_000) / perSecond
    if (due > Date.now()) await delay(due - Date.now())
    await planDeliveries(pool, batch, { clock: () => new Date(due) })
    planned += batch.length
  }
  return (Date.now() - began) / 1_000
}

function* batchesOf(events: Iterable<NotableEvent>, size = BATCH): Generator<readonly NotableEvent[]> {
  let batch: NotableEvent[] = []
  for (const event of events) {
    batch.push(event)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Resolves when nothing waits any more for these endpoints, whose attempts are all recorded then. */
export async function untilDelivered(pool: Pool, endpointIds: readonly string[]): Promise<void> {
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await pool.query({
      name: 'is anything waiting',
      text: `select 1 from unnest($1::uuid[]) as e (id)
             where (select 1 from webhooks.deliveries d where d.endpoint_id = e.id and d.status = 'pending' limit 1) = 1
             limit 1`,
      values: [endpointIds],
    })
    return rowCount !== 0
  }
  while (await isWaiting()) await delay(LOOK_EVERY_MS)
}

/** Runs a notifier for one customer in this process, and sees when each event comes to the one and to the other. */
export async function notifyCustomer(
  { url, pool, store }: World,
  broker: Broker,
  times: Latencies,
): Promise<{ stop(): Promise<void> }> {
  const receiver = await startReceiver((id) => times.reach('customer', id))
  const addresses = [{ company: BENCH_COMPANY, url: receiver.url }]
  await subscribe(pool, addresses, { events: ['ecmr.created'], followsFrom: await store.head() })
  const stopping = new AbortController()
  const listener = openListener(url, 'bench')
  const running = startNotifier({
    broker: timed(broker, times),
    open: async (events) => events,
    pool,
    listener,
    secrets,
    guard: loopback,
    schedule: [0],
    recordAudit,
    signal: stopping.signal,
  })
  return {
    async stop() {
      stopping.abort()
      await running
      await listener.close()
      await receiver.stop()
    },
  }
}

/** The same broker, which sees when a handler has done its work. */
function timed(broker: Broker, times: Latencies): Broker {
  return {
    consume: (options) =>
      broker.consume({
        ...options,
        async handle(events, setAside) {
          await options.handle(events, setAside)
          for (const { id } of events) times.reach('notifier', id)
        },
      }),
  }
}

const AHEAD_MS = 3_600_000
const PLANNED_AT_ONCE = 10

/**
 * Plans so many events a second to become due one after the other, from the moment in which `begin` is called: so that
 * planning them is not what slows down the others.
 */
export async function planAhead(pool: Pool, events: Iterable<NotableEvent>, perSecond: number) {
  const start = Date.now() + AHEAD_MS
  const all = [...events]
  for (let first = 0; first < all.length; first += PLANNED_AT_ONCE) {
    const due = new Date(start + (first * 1_000) / perSecond)
    await planDeliveries(pool, all.slice(first, first + PLANNED_AT_ONCE), { clock: () => due })
  }
  const begin = () =>
    pool.query(
      `update webhooks.deliveries set next_attempt_at = next_attempt_at - $1 * interval '1 ms'
       where next_attempt_at >= $2`,
      [start - Date.now(), new Date(start)],
    )
  return { begin }
}

/** Milliseconds from due to received, of the deliveries to these endpoints that have arrived. */
export async function delaysOf(
  pool: Pool,
  endpoints: readonly Subscriber[],
  arrivals: readonly Arrival[],
): Promise<readonly number[]> {
  const arrived = new Map(arrivals.toReversed().map(({ id, at }) => [id, at]))
  const { rows } = await pool.query<{ id: string; next_attempt_at: Date }>(
    'select id, next_attempt_at from webhooks.deliveries where endpoint_id = any($1)',
    [endpoints.map(({ id }) => id)],
  )
  return rows.flatMap(({ id, next_attempt_at }) => {
    const at = arrived.get(id)
    return at === undefined ? [] : [at - next_attempt_at.getTime()]
  })
}
