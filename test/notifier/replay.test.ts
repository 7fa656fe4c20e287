import { inProcessBroker } from '@ecmr/broker'
import { registeredWebhookView, replayView } from '@ecmr/contract'
import { startNotifier } from '@ecmr/notifier'
import { openListener } from '@ecmr/postgres'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { startAlone, stop, untilReady } from '../processes/service.js'
import { buildTestApi, type TestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { type Received, startReceiver } from '../webhooks/support/receiver.js'

const SECRET_KEY = 'k'.repeat(32)
// One pixel.
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const EPOCH = '1970-01-01T00:00:00Z'
const events = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia']

function openApi(t: Test): Promise<TestApi> {
  return buildTestApi(t, ({ webhooks }) => ({ webhooks: { ...webhooks, secrets: secretBox(SECRET_KEY) } }))
}

function runEmbedded(t: Test, api: TestApi): void {
  const controller = new AbortController()
  const listener = openListener(api.url, 'notifier test')
  const checkpoints = { load: async () => ({ position: '', seen: null }), save: async () => undefined }
  const running = startNotifier({
    broker: inProcessBroker({ store: api.store, checkpoints }),
    pool: api.pool,
    listener,
    secrets: secretBox(SECRET_KEY),
    guard: addressGuard(['127.0.0.0/8']),
    schedule: [0, 10, 10],
    recordAudit: async () => undefined,
    signal: controller.signal,
  })
  t.teardown(async () => {
    controller.abort()
    await running
    await listener.close()
  })
}

async function happen({ haulier }: TestApi): Promise<string> {
  const { id } = await haulier.create()
  const signed = await haulier.call('POST', `/api/ecmrs/${id}/signatures`, {
    role: 'sender',
    signer_name: 'Ana Gil',
    method: 'drawn',
    signature_image: PICTURE,
  })
  if (signed.status !== 201) throw new Error(signed.text)
  await haulier.call('POST', `/api/ecmrs/${id}/incidents`, { type: 'delay', description: 'Snow' })
  return id
}

async function register({ haulier }: TestApi, url: string) {
  const answer = await haulier.call('POST', '/api/webhooks', { url, events })
  return asPromised(registeredWebhookView, answer.json())
}

async function replay({ haulier }: TestApi, id: string, asked: object) {
  const accepted = await haulier.call('POST', `/api/webhooks/${id}/replay`, asked)
  if (accepted.status !== 202) throw new Error(accepted.text)
  const { location = '' } = accepted.headers
  const look = async () => asPromised(replayView, (await haulier.call('GET', location)).json())
  await until(async () => (await look()).status !== 'running', 'the end of the replay')
  return look()
}

const bytes = ({ headers, body }: Received): string => `${headers['webhook-id']} ${body}`

/** The same for every broker. */
async function replaysWhatHappened(t: Test, api: TestApi): Promise<void> {
  const noteId = await happen(api)
  const receiver = await startReceiver(t)
  const { id, secret } = await register(api, receiver.url)
  t.match(await replay(api, id, { since: EPOCH }), { status: 'done', scanned: 3, queued: 3 })
  const before = [...(await receiver.count(3))]
  t.strictSame(
    before.map(({ json }) => [json.type, json.data.id, json.data.version]),
    [
      ['ecmr.created', noteId, 1],
      ['ecmr.signed', noteId, 2],
      ['ecmr.incidencia', noteId, 3],
    ],
  )
  for (const { headers, body, json } of before) {
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    t.same(new Webhook(secret).verify(body.toString(), plain), json)
  }
  await until(async () => (await delivered(api)) === 3, 'the record of what was delivered')
  const feed = (await api.haulier.call('GET', '/api/events')).json() as { data: { position: string }[] }
  const from_position = feed.data[1]?.position
  t.match(await replay(api, id, { from_position }), { status: 'done', scanned: 2, queued: 2 })
  t.strictSame((await receiver.count(5)).slice(3).map(bytes), before.slice(1).map(bytes))
}

/** What is planned as it happens and what is made from the history are the same bytes. */
async function replaysWhatWasPruned(t: Test, api: TestApi): Promise<void> {
  const receiver = await startReceiver(t)
  const { id } = await register(api, receiver.url)
  const since = new Date(Date.now() - 60_000).toISOString()
  const made = await happen(api)
  const own = (all: readonly Received[]) => all.filter(({ json }) => json.data.id === made)
  const live = own(await receiver.count(3)).map(bytes)
  await until(async () => (await delivered(api, id)) === 3, 'the record of what was delivered')
  await api.pool.query('delete from webhooks.deliveries')
  await api.pool.query('delete from webhooks.messages')
  await replay(api, id, { since })
  await until(async () => own(receiver.received).length === 6, 'what was pruned')
  t.strictSame(own(receiver.received).slice(3).map(bytes), live)
}

async function delivered({ pool }: TestApi, id?: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from webhooks.deliveries
     where status = 'delivered' and ($1::uuid is null or endpoint_id = $1)`,
    [id ?? null],
  )
  return rows[0]?.count ?? 0
}

t.test('what happened before the webhook existed is replayed in the embedded mode', async (t) => {
  const api = await openApi(t)
  runEmbedded(t, api)
  await replaysWhatHappened(t, api)
  await replaysWhatWasPruned(t, api)
})

t.test('and by notifiers that live on NATS', { skip: withoutNatsServer }, async (t) => {
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
  const notifiers = [await startAlone(t, 'notifier', env), await startAlone(t, 'notifier', env)]
  for (const notifier of notifiers) await untilReady(notifier)
  await replaysWhatHappened(t, api)
  await replaysWhatWasPruned(t, api)
  for (const notifier of notifiers) t.equal(await stop(notifier), 0, notifier.output())
})
