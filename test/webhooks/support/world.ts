import { setTimeout as delay } from 'node:timers/promises'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import {
  addressGuard,
  type DeliveryWorkerOptions,
  type EndpointChange,
  migrateWebhooks,
  type RecordAudit,
  registerEndpoint,
  secretBox,
  type WebhookEvent,
} from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { Test } from 'tap'
import { testDatabase } from '../../support/database.js'
import { head } from './events.js'
import { runBeside } from './run-beside.js'

export const allEvents: readonly WebhookEvent[] = [
  'ecmr.created',
  'ecmr.signed',
  'ecmr.delivered',
  'ecmr.incidencia',
]
export const loopback = addressGuard(['127.0.0.0/8', '::1/128'])
export const secrets = secretBox('a secret key for tests')

const POLL_MS = 5

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

  async function register(company: string, to: string, events: readonly WebhookEvent[] = allEvents) {
    const registered = await registerEndpoint(
      { pool, secrets, urlRules: { guard: loopback, httpsOnly: false }, recordAudit },
      {
        company: actingFor(company),
        url: to,
        events,
        followsFrom: head(),
        actor: { kind: 'api_key', id: 'k', name: 'test' },
      },
    )
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

  /** Resolves with the rows of a query as soon as it has any. */
  async function eventually(query: string, values: unknown[] = []) {
    for (;;) {
      const { rows } = await pool.query(query, values)
      if (rows.length > 0) return rows
      await delay(POLL_MS)
    }
  }

  return { url, pool, changes, recordAudit, register, startWorker, eventually }
}

/** Every delivery, once so many of them have a status. */
export const settledAs = (status: string, count = 1): [string, unknown[]] => [
  `select d.*, (select json_agg(a order by a.number) from webhooks.attempts a where a.delivery_id = d.id) as log
   from webhooks.deliveries d
   where (select count(*) from webhooks.deliveries where status = $1) >= $2 order by d.version`,
  [status, count],
]
