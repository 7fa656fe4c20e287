import { recordAudit } from '@ecmr/accounts'
import { registeredWebhookView } from '@ecmr/contract'
import { type DeliveryWorkerOptions, secretBox } from '@ecmr/webhooks'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import type { Test } from 'tap'
import { buildTestApi, type Customer } from '../../support/api.js'
import { asPromised } from '../../support/contract.js'
import { runBeside } from './run-beside.js'
import { loopback } from './world.js'

/** No server listens there. */
export const nowhere = 'http://127.0.0.1:9/hooks'

/** The REST interface, and workers over the same database that a test starts when it wants them. */
export async function openRestWorld(t: Test) {
  const api = await buildTestApi(t)

  function startWorker(options: Partial<DeliveryWorkerOptions> = {}): void {
    runBeside(t, { url: api.url, name: 'webhooks worker', max: 3 }, (running) =>
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
  }

  /** What the company's audit trail says about webhooks, oldest first. */
  async function audited(): Promise<readonly { readonly type: string; readonly data: unknown }[]> {
    const { rows } = await api.pool.query(
      `select type, data from accounts.audit_outbox where type like 'Webhook%' order by seq`,
    )
    return rows
  }

  return { ...api, startWorker, audited }
}

/** Registers a webhook as its owner would. */
export async function registerAs(
  customer: Customer,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await customer.call(
    'POST',
    '/api/webhooks',
    { url: nowhere, events: ['ecmr.created', 'ecmr.incidencia'], ...body },
    headers,
  )
  if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`)
  const webhook = asPromised(registeredWebhookView, answer.json())
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
