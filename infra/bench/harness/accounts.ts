import { setTimeout as delay } from 'node:timers/promises'
import { type Broker, brokerCheckpoints, inProcessBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import { actingFor } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { startChild } from '../../harness/child.js'
import { startNats } from './bench.js'
import type { Arrival } from './receivers.js'

/** for what is encrypted in databases that are thrown away */
export const SECRET_KEY = 'bench-only-bench-only-bench-only-bench-only'

/** What carries events from the log to the notifier. */
export interface Carrier {
  readonly broker: Broker
  stop(): Promise<void>
}

/** A log and the database that it is in. */
export interface World {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
}

/** A relay in a process of its own, and NATS. */
export async function carryByNats({ url }: World): Promise<Carrier> {
  const nats = await startNats()
  const env = { DATABASE_URL: url, NATS_URL: nats.url, SECRET_KEY, LOG_LEVEL: 'warn' }
  const relay = await startChild({ script: 'services/relay/dist/main.js', env, path: '/readyz' })
  const broker = openNatsBroker({ servers: [nats.url], name: 'bench' })
  return {
    broker,
    async stop() {
      await broker.close()
      await relay.stop()
      await nats.stop()
    },
  }
}

/** The broker of the embedded mode. */
export async function carryInProcess({ pool, store }: World): Promise<Carrier> {
  const broker = inProcessBroker({ store, checkpoints: brokerCheckpoints(pool) })
  return { broker, stop: async () => undefined }
}

/** An endpoint of a customer that subscribes to every event. */
export interface Subscriber {
  readonly id: string
  readonly company: string
  readonly url: string
  readonly secret: string
}

/** What endpoints are registered with and sent to. */
export const secrets = secretBox(SECRET_KEY)
export const loopback = addressGuard(['127.0.0.0/8', '::1/128'])
export const recordAudit = async (): Promise<void> => undefined

/** Addresses and who listens there: so many in a row belong to each company. */
export function addressesOf(
  urls: readonly string[],
  perCompany: number,
): readonly { readonly company: string; readonly url: string }[] {
  return urls.map((url, index) => ({ company: `bench-${Math.floor(index / perCompany)}`, url }))
}

/** Registers an endpoint for each address. */
export async function subscribe(
  pool: Pool,
  addresses: ReturnType<typeof addressesOf>,
  what: Pick<Parameters<typeof registerEndpoint>[1], 'events' | 'followsFrom'> = {
    events: ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'],
    followsFrom: '',
  },
): Promise<readonly Subscriber[]> {
  const context = { pool, secrets, urlRules: { guard: loopback, httpsOnly: false }, recordAudit }
  const actor = { kind: 'system', id: 'bench' } as const
  const subscribers: Subscriber[] = []
  for (const { company, url } of addresses) {
    const registered = await registerEndpoint(context, { ...what, company: actingFor(company), url, actor })
    if (!registered.ok) throw new Error(`${url} was not registered: ${registered.reason}`)
    subscribers.push({ id: registered.endpoint.id, company, url, secret: registered.secret })
  }
  return subscribers
}

/** What has become of deliveries, as receivers and tables agree on it. */
export interface Account {
  /** requests that came again, under the id of before */
  readonly repeated: number
  /** attempts begun at each of the dead endpoints */
  readonly attemptsAtDead: readonly number[]
}

/**
 * Holds what receivers got against what is in the tables.
 *
 * @throws when a good endpoint lacks a delivery, or got the same event under two ids, or a dead one's delivery is neither
 *   waiting nor exhausted
 */
export async function accountFor(
  pool: Pool,
  crowd: {
    readonly good: readonly Subscriber[]
    readonly dead: readonly Subscriber[]
    readonly each: number
  },
  arrivals: readonly Arrival[],
): Promise<Account> {
  const { good, dead, each } = crowd
  const sent = await deliveredIds(pool, good)
  const ids = new Set(arrivals.map(({ id }) => id))
  const events = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`))
  must('delivered rows', sent.length, good.length * each)
  must('delivered ones that arrived', sent.filter((id) => ids.has(id)).length, good.length * each)
  must('ids that arrived', ids.size, good.length * each)
  must('pairs of event and endpoint that arrived', events.size, good.length * each)
  const kept = await keptFor(pool, dead)
  must('rows kept for dead endpoints', sum(kept.map(({ deliveries }) => deliveries)), dead.length * each)
  return {
    repeated: arrivals.length - ids.size,
    attemptsAtDead: kept.map(({ attempts }) => attempts),
  }
}

function must(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`)
}

async function deliveredIds(pool: Pool, endpoints: readonly Subscriber[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from webhooks.deliveries d where endpoint_id = any($1) and status = 'delivered'
       and exists (select 1 from webhooks.attempts where delivery_id = d.id and response_status = 204)`,
    [endpoints.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

async function keptFor(pool: Pool, endpoints: readonly Subscriber[]) {
  const { rows } = await pool.query<{ deliveries: number; attempts: number }>(
    `select count(*) as deliveries, sum(attempts) as attempts from webhooks.deliveries
     where endpoint_id = any($1) and status in ('pending', 'exhausted') group by endpoint_id`,
    [endpoints.map(({ id }) => id)],
  )
  return rows
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const LOOK_EVERY_MS = 200

interface Kind {
  readonly endpoint_id: string
  readonly outcome: string
  readonly longest: number
  readonly attempts: number
}

const KINDS = `
  select d.endpoint_id, count(*) as attempts, max(a.duration_ms) as longest,
    string_agg(distinct coalesce(a.response_status::text, split_part(a.error, ':', 1)), ', ') as outcome
  from webhooks.attempts a join webhooks.deliveries d on d.id = a.delivery_id
  where d.endpoint_id = any($1) and a.duration_ms is not null
  group by d.endpoint_id`

/** What came of the attempts at each hostile endpoint, once there is one at every one of them. */
export async function hostileAccount(pool: Pool, hostile: readonly Subscriber[]) {
  const companies = new Map(hostile.map(({ id, company }) => [id, company]))
  for (;;) {
    const { rows } = await pool.query<Kind>(KINDS, [[...companies.keys()]])
    if (rows.length === hostile.length)
      return rows.map((row) => ({ ...row, company: companies.get(row.endpoint_id) ?? '' }))
    await delay(LOOK_EVERY_MS)
  }
}
