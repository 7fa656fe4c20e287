import { inProcessBroker } from '@ecmr/broker'
import { registeredWebhookView } from '@ecmr/contract'
import type { Checkpoint } from '@ecmr/event-store'
import { documentUrls, type NotifierOptions, startNotifier } from '@ecmr/notifier'
import { openEvents } from '@ecmr/personal-data'
import { openListener } from '@ecmr/postgres'
import { addressGuard, secretBox, webhookEvents } from '@ecmr/webhooks'
import type { Test } from 'tap'
import { startAlone, untilReady } from '../processes/service.js'
import { buildTestApi, type Customer, SITE_URL, type TestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { plainFiles } from '../support/document-files.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { natsServer } from '../support/nats-server.js'

export function openApi(t: Test): Promise<TestApi> {
  return buildTestApi(t, ({ webhooks }) => ({ webhooks: { ...webhooks, secrets: secretBox(SECRET_KEY) } }))
}

/** Registers a webhook for all events. */
export async function register({ call }: Customer, url: string, more: object = {}) {
  const answer = await call('POST', '/api/webhooks', { url, events: webhookEvents, ...more })
  return asPromised(registeredWebhookView, answer.json())
}

/** Runs a notifier in this process on the log of a test api; its place in the log outlives it. */
export function runNotifier(
  t: Test,
  api: TestApi,
  places = new Map<string, Checkpoint>(),
  more: Pick<NotifierOptions, 'evidence'> = {},
) {
  const controller = new AbortController()
  const listener = openListener(api.url, 'notifier test')
  const broker = inProcessBroker({
    store: api.store,
    checkpoints: {
      load: async (name) => places.get(name) ?? { position: '', seen: null },
      save: async (name, checkpoint) => void places.set(name, checkpoint),
    },
  })
  const running = startNotifier({
    broker,
    open: (events) => openEvents(events, api.dataKeys),
    pool: api.pool,
    listener,
    secrets: secretBox(SECRET_KEY),
    guard: addressGuard(['127.0.0.0/8']),
    schedule: [0, 10, 10],
    recordAudit: async () => undefined,
    documentUrls: documentUrls(api.pool, { box: plainFiles().box, siteUrl: SITE_URL }),
    signal: controller.signal,
    ...more,
  })
  const stop = async (): Promise<void> => {
    controller.abort()
    await running
    await listener.close()
  }
  t.teardown(stop)
  return { stop }
}

/** An api, a NATS server, a relay between the two, and notifiers as processes that a test starts. */
export async function openProcesses(t: Test) {
  const nats = await natsServer(t)
  const api = await openApi(t)
  const env = {
    DATABASE_URL: api.url,
    NATS_URL: nats.url,
    SECRET_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,1s',
  }
  await startAlone(t, 'relay', env)
  async function start() {
    const notifier = await startAlone(t, 'notifier', env)
    await untilReady(notifier)
    return notifier
  }
  return { api, nats, start }
}
