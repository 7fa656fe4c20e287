import { inProcessBroker } from '@ecmr/broker'
import type { Checkpoint } from '@ecmr/event-store'
import { startNotifier } from '@ecmr/notifier'
import { openListener } from '@ecmr/postgres'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { buildTestApi, type TestApi } from '../support/api.js'
import { startReceiver } from '../webhooks/support/receiver.js'

const allEvents = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia']

/** Runs a notifier on the log of a test api; its place in the log outlives it. */
function runNotifier(t: Test, api: TestApi, places: Map<string, Checkpoint>) {
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
    pool: api.pool,
    listener,
    secrets: secretBox('test'),
    guard: addressGuard(['127.0.0.0/8']),
    schedule: [0, 10, 10],
    recordAudit: async () => undefined,
    signal: controller.signal,
  })
  const stop = async (): Promise<void> => {
    controller.abort()
    await running
    await listener.close()
  }
  t.teardown(stop)
  return { stop }
}

t.test('what is written through the REST interface arrives, signed, in order, and as it was', async (t) => {
  const api = await buildTestApi(t)
  const receiver = await startReceiver(t)
  runNotifier(t, api, new Map())
  const registered = await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: allEvents })
  const { secret } = registered.json() as { secret: string }
  const { id, ecmr_number } = await api.haulier.create()
  const path = `/api/ecmrs/${id}`
  await api.haulier.call('POST', `${path}/signatures`, {
    role: 'sender',
    signer_name: 'Ana Gil',
    method: 'typed',
  })
  await api.haulier.call('POST', `${path}/incidents`, { type: 'delay', description: 'Snow on the pass' })
  const requests = await receiver.count(3)
  t.same(
    requests.map(({ json }) => json.type),
    ['ecmr.created', 'ecmr.signed', 'ecmr.incidencia'],
  )
  for (const { headers, body, json } of requests) {
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    t.same(new Webhook(secret).verify(body.toString(), plain), json)
    t.match(json.data, { id, ecmr_number })
  }
  t.match(requests[2]?.json.data, { status: 'incident', description: 'Snow on the pass' })
})

t.test('events recorded while no notifier runs are delivered when one starts', async (t) => {
  const api = await buildTestApi(t)
  const receiver = await startReceiver(t)
  const places = new Map<string, Checkpoint>()
  await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: allEvents })
  const first = runNotifier(t, api, places)
  await api.haulier.create()
  await receiver.count(1)
  await first.stop()
  const missed = await api.haulier.create()
  t.equal(receiver.received.length, 1)
  runNotifier(t, api, places)
  const [, second] = await receiver.count(2)
  t.equal(second?.json.data.id, missed.id)
})

t.test('a notifier that lost its place repeats nothing that was delivered', async (t) => {
  const api = await buildTestApi(t)
  const receiver = await startReceiver(t)
  await api.haulier.call('POST', '/api/webhooks', { url: receiver.url, events: allEvents })
  const first = runNotifier(t, api, new Map())
  await api.haulier.create()
  await receiver.count(1)
  await first.stop()
  await api.haulier.create()
  runNotifier(t, api, new Map())
  await receiver.count(2)
  t.equal(new Set(receiver.received.map(({ json }) => json.id)).size, 2)
})

t.test('a company is not notified of another’s notes', async (t) => {
  const api = await buildTestApi(t)
  const [own, theirs] = [await startReceiver(t), await startReceiver(t)]
  runNotifier(t, api, new Map())
  await api.haulier.call('POST', '/api/webhooks', { url: own.url, events: allEvents })
  await api.rival.call('POST', '/api/webhooks', { url: theirs.url, events: allEvents })
  const first = await api.haulier.create()
  const second = await api.rival.create()
  await Promise.all([own.count(1), theirs.count(1)])
  t.same(
    own.received.map(({ json }) => json.data.id),
    [first.id],
  )
  t.same(
    theirs.received.map(({ json }) => json.data.id),
    [second.id],
  )
})
