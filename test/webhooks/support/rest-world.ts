import { recordAudit } from '@ecmr/accounts'
import { deliveryDetailsView, registeredWebhookView, webhookView } from '@ecmr/contract'
import { type DeliveryWorkerOptions, planDeliveries, secretBox } from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { Test } from 'tap'
import { type Answer, buildTestApi, type Customer } from '../../support/api.js'
import { asPromised } from '../../support/contract.js'
import { note } from './events.js'
import { runBeside } from './run-beside.js'
import { loopback, NOWHERE } from './world.js'

export const shown = (answer: Answer) => asPromised(webhookView, answer.json())
export const registered = (answer: Answer) => asPromised(registeredWebhookView, answer.json())
export const details = (answer: Answer) => asPromised(deliveryDetailsView, answer.json())
/** Where the faults of a refused request are, each named once. */
export const pointersOf = (answer: Answer) =>
  [...new Set((answer.problem().errors ?? []).map(({ pointer }) => pointer))].sort()

/** The REST interface with a webhook of the haulier, and workers over the same database that a test may start. */
export async function openRestWorld(t: Test, body: object = {}) {
  const api = await buildTestApi(t)
  const { pool, haulier, url } = api
  const { webhook, path } = await registerAs(haulier, body)

  return {
    ...api,
    webhook,
    path,
    rows: async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows,
    startWorker(options: Partial<DeliveryWorkerOptions> = {}): void {
      runBeside(t, { url, name: 'webhooks worker', max: 3 }, (running) =>
        deliveryWorker({
          ...running,
          secrets: secretBox('test'),
          guard: loopback,
          schedule: [0, 1, 1],
          recordAudit,
          random: () => 0.5,
          ...options,
          limits: { pollMs: 50, ...options.limits },
        }),
      )
    },
    /** What the companies' audit trails say about webhooks, oldest first. */
    async audited(): Promise<
      readonly { readonly type: string; readonly data: unknown; readonly actor: unknown }[]
    > {
      const { rows } = await pool.query(
        `select type, data, actor from accounts.audit_outbox where type like 'Webhook%' order by seq`,
      )
      return rows
    },
    /** Plans a delivery to the haulier's webhooks, and returns its address at the first one. */
    async plan(type: 'EcmrCreated' | 'IncidentReported' = 'EcmrCreated'): Promise<string> {
      const event = note(haulier.company.id).event(type)
      await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
      const { rows } = await pool.query(
        'select id from webhooks.deliveries where event_id = $1 and endpoint_id = $2',
        [event.id, webhook.id],
      )
      return `${path}/deliveries/${rows[0].id}`
    },
    read: async (delivery: string) => details(await haulier.call('GET', delivery)),
    /** The webhook has failed ten times, and is paused until then. */
    async pause(until: Date | null) {
      await pool.query(
        `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
         values ($1, 10, now(), 1, $2)`,
        [webhook.id, until],
      )
    },
  }
}

export const subscription = { url: NOWHERE, events: ['ecmr.created', 'ecmr.incidencia'] }

/** Registers a webhook as its owner would. */
export async function registerAs(
  customer: Customer,
  body: object = {},
  headers: Record<string, string> = {},
) {
  const answer = await customer.call('POST', '/api/webhooks', { ...subscription, ...body }, headers)
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
  const webhook = registered(answer)
  return { answer, webhook, path: `/api/webhooks/${webhook.id}` }
}

/** The list of a company without webhooks. */
export const noWebhooks = {
  data: [],
  pagination: {
    page: 1,
    limit: 20,
    total: 0,
    total_is_exact: true,
    total_pages: 0,
    has_more: false,
    next_cursor: null,
  },
}
