import { setTimeout as delay } from 'node:timers/promises'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import {
  addressGuard,
  type DeliveryWorkerOptions,
  type EndpointChange,
  migrateWebhooks,
  type NotableEvent,
  planDeliveries,
  type RecordAudit,
  registerEndpoint,
  secretBox,
  type WebhookEvent,
  webhookEvents,
} from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { Test } from 'tap'
import { testDatabase } from '../../support/database.js'
import { created, head } from './events.js'
import { type Answer, startReceiver } from './receiver.js'
import { runBeside } from './run-beside.js'

/** The companies of the tests: `company-a` owns what is tested, `company-b` must not notice. */
export const a = actingFor('company-a')
export const b = actingFor('company-b')
export const actor = { kind: 'api_key', id: 'k' } as const
export const operator = { kind: 'operator', id: 'o' } as const

/** No server listens there. */
export const NOWHERE = 'http://127.0.0.1:9/hooks'
export const HOUR_MS = 3_600_000

export const loopback = addressGuard(['127.0.0.0/8', '::1/128'])
export const secrets = secretBox('a secret key for tests')

const POLL_MS = 5

export type World = Awaited<ReturnType<typeof openWorld>>

/** An empty database with the tables of webhooks, and what a test does with it. */
export async function openWorld(t: Test) {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 6, name: 'webhooks test' })
  const changes: EndpointChange[] = []
  const recordAudit: RecordAudit = async (_tx, change) => {
    changes.push(change)
  }
  await migrateWebhooks(pool)
  t.teardown(() => pool.end())
  const context = { pool, secrets, recordAudit, urlRules: { guard: loopback, httpsOnly: false } }

  async function register(company: string, to = NOWHERE, events: readonly WebhookEvent[] = webhookEvents) {
    const request = { company: actingFor(company), url: to, events, followsFrom: head(), actor }
    const registered = await registerEndpoint(context, request)
    if (!registered.ok) throw new Error(registered.reason)
    return registered
  }

  /** Starts a worker with connections of its own. `stop` resolves when it has ended. */
  function startWorker(options: Partial<DeliveryWorkerOptions> = {}) {
    return runBeside(t, { url, name: 'webhooks worker', max: 3 }, (running) =>
      deliveryWorker({
        ...running,
        secrets,
        guard: loopback,
        schedule: [0, 1, 1, 1, 1],
        recordAudit,
        random: () => 0.5,
        ...options,
        limits: { pollMs: 50, ...options.limits },
      }),
    )
  }

  const rows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows

  /** Resolves with the rows of a query as soon as it has any. */
  async function eventually(query: string, values: unknown[] = []) {
    for (;;) {
      const found = await rows(query, values)
      if (found.length > 0) return found
      await delay(POLL_MS)
    }
  }

  return {
    url,
    pool,
    changes,
    recordAudit,
    context,
    register,
    startWorker,
    rows,
    eventually,
    /** Plans the deliveries of events, as the notifier does. */
    plan: (...events: readonly NotableEvent[]) => planDeliveries(pool, events),
    /** So many new notes are created, and the deliveries planned. */
    create: (count = 1, company = 'company-a', clock?: () => Date) =>
      planDeliveries(pool, created(count, company), clock && { clock }),
    /** Resolves with every delivery and its attempts (`log`), once so many of them have a status. */
    settled: (status: string, count = 1) =>
      eventually(
        `select d.*, (select json_agg(a order by a.number) from webhooks.attempts a where a.delivery_id = d.id) as log
         from webhooks.deliveries d
         where (select count(*) from webhooks.deliveries where status = $1) >= $2 order by d.version`,
        [status, count],
      ),
    /** An endpoint has failed so often, and is paused until then. */
    async fail(endpointId: string, openUntil: Date | null = null, failures = 10) {
      await pool.query(
        `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
         values ($1, $3, now(), 2, $2)`,
        [endpointId, openUntil, failures],
      )
    },
  }
}

/** The same with an endpoint of `company-a` and the server behind it. */
export async function openReceiving(t: Test, answer?: Answer) {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, answer)
  return { ...world, receiver, ...(await world.register('company-a', receiver.url)) }
}
