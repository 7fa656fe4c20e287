import { openPool } from '@ecmr/postgres'
import { migrateWebhooks } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { type Prepared, postSigned } from '../baselines/post-signed.js'
import { addressesOf, type Subscriber, subscribe } from '../harness/accounts.js'
import { type Bench, compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { EVENTS_PER_NOTE, noteHistories } from '../harness/notes.js'
import { type Receivers, startReceivers } from '../harness/receivers.js'
import { planAll, startWorker, untilDelivered } from '../harness/sending.js'

const DELIVERIES = 20_000
const ENDPOINTS = 32
const PER_COMPANY = 4

interface World {
  readonly url: string
  readonly pool: Pool
  readonly receivers: Receivers
  readonly subscribers: readonly Subscriber[]
  readonly count: number
}

// From the moment in which all deliveries wait until all are received and recorded, against a bare loop that posts the
// same bodies, signed, with as many on their way at once. 32 endpoints of 8 companies, each at a port of its own; notes
// of four events each; the receivers in a process of their own. The first round is not counted.
export const deliveries: Row = async (bench) => {
  const url = await bench.database('bench_deliveries')
  const pool = openPool({ url, max: 4, name: 'bench' })
  await migrateWebhooks(pool)
  const receivers = await startReceivers({ good: ENDPOINTS })
  try {
    const subscribers = await subscribe(pool, addressesOf(receivers.urls.good, PER_COMPANY))
    const count = bench.quick ? DELIVERIES / 10 : DELIVERIES
    const world: World = { url, pool, receivers, subscribers, count }
    return [await measure(bench, world, 64), await measure(bench, world, 512)]
  } finally {
    await receivers.stop()
    await pool.end()
  }
}

/** @param atOnce 512 is the standard: 16 for each of the endpoints */
async function measure(bench: Bench, world: World, atOnce: number): Promise<Line> {
  const rates = await inTurn(bench, {
    async baseline() {
      await plan(world)
      return world.count / (await postSigned(await prepared(world), atOnce))
    },
    async ours() {
      const recorded = world.count / (await deliver(world, atOnce))
      await check(world)
      return recorded
    },
  })
  return compared({
    what: `webhook deliveries, ${world.count.toLocaleString('en')}, ${atOnce} at once`,
    unit: '/s',
    ...rates,
    goal: { at: 'least', value: 0.5 },
  })
}

async function plan({ pool, subscribers, count }: World): Promise<void> {
  const companies = [...new Set(subscribers.map(({ company }) => company))]
  await pool.query('truncate webhooks.messages, webhooks.deliveries, webhooks.attempts cascade')
  await planAll(pool, noteHistories(companies, count / PER_COMPANY / EVENTS_PER_NOTE))
  await pool.query('vacuum analyze webhooks.deliveries, webhooks.messages')
}

async function prepared({ pool, subscribers }: World): Promise<readonly Prepared[]> {
  const endpoints = new Map(
    subscribers.map(({ id, url, secret }) => [
      id,
      { url: new URL(url), key: new Uint8Array(Buffer.from(secret.slice('whsec_'.length), 'base64')) },
    ]),
  )
  const { rows } = await pool.query<{ id: string; endpoint_id: string; payload: Uint8Array }>(
    `select d.id, d.endpoint_id, m.payload from webhooks.deliveries d join webhooks.messages m using (event_id)
     order by m.created_at, d.endpoint_id`,
  )
  return rows.flatMap(({ id, endpoint_id, payload }) => {
    const endpoint = endpoints.get(endpoint_id)
    return endpoint ? [{ id, payload, ...endpoint }] : []
  })
}

async function deliver({ url, pool, receivers, subscribers }: World, atOnce: number): Promise<number> {
  await receivers.clear()
  const began = performance.now()
  const worker = await startWorker(url, { atOnce })
  await untilDelivered(
    pool,
    subscribers.map(({ id }) => id),
  )
  const seconds = (performance.now() - began) / 1000
  await worker.stop()
  return seconds
}

/** Only what has arrived once and is recorded in full counts. */
async function check({ pool, receivers, count }: World): Promise<void> {
  const { rows } = await pool.query<{ delivered: number; attempts: number }>(
    `select (select count(*) from webhooks.deliveries where status = 'delivered' and attempts = 1) as delivered,
       (select count(*) from webhooks.attempts where response_status = 204 and duration_ms is not null) as attempts`,
  )
  const arrivals = await receivers.arrivals()
  const ids = new Set(arrivals.map(({ id }) => id)).size
  const found = JSON.stringify({ ...rows[0], arrived: arrivals.length, ids })
  if (found !== JSON.stringify({ delivered: count, attempts: count, arrived: count, ids: count }))
    throw new Error(`of ${count} deliveries: ${found}`)
}
