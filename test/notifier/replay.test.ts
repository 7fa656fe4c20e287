import { replayView } from '@ecmr/contract'
import t, { type Test } from 'tap'
import type { TestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { until } from '../support/until.js'
import { type Received, startReceiver } from '../webhooks/support/receiver.js'
import { verify } from '../webhooks/support/verifiers.js'
import { openApi, register, runNotifier } from './support.js'

// One pixel.
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const EPOCH = '1970-01-01T00:00:00Z'

/** A note with three events that webhooks receive. */
async function happen({ haulier }: TestApi): Promise<string> {
  const { id } = await haulier.create()
  const signature = { role: 'sender', signer_name: 'Ana Gil', method: 'drawn', signature_image: PICTURE }
  const signed = await haulier.call('POST', `/api/ecmrs/${id}/signatures`, signature)
  if (signed.status !== 201) throw new Error(signed.text)
  await haulier.call('POST', `/api/ecmrs/${id}/incidents`, { type: 'delay', description: 'Snow' })
  return id
}

async function replay({ haulier }: TestApi, id: string, range: object) {
  const accepted = await haulier.call('POST', `/api/webhooks/${id}/replay`, range)
  if (accepted.status !== 202) throw new Error(accepted.text)
  const { location = '' } = accepted.headers
  const look = async () => asPromised(replayView, (await haulier.call('GET', location)).json())
  await until(async () => (await look()).status !== 'running', 'the end of the replay')
  return look()
}

const bytes = ({ headers, body }: Received): string => `${headers['webhook-id']} ${body}`

function delivered({ pool }: TestApi, webhook: string): Promise<void> {
  const count = `select count(*) as count from webhooks.deliveries where status = 'delivered' and endpoint_id = $1`
  const all = async () => (await pool.query<{ count: number }>(count, [webhook])).rows[0]?.count === 3
  return until(all, 'the record of what was delivered')
}

async function replaysWhatHappened(t: Test, api: TestApi): Promise<void> {
  const noteId = await happen(api)
  const receiver = await startReceiver(t)
  const { id, secret } = await register(api.haulier, receiver.url)
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
  for (const request of before) t.same(verify(secret, request), request.json)
  await delivered(api, id)
  const feed = (await api.haulier.call('GET', '/api/events')).json() as { data: { position: string }[] }
  const from_position = feed.data[1]?.position
  t.match(await replay(api, id, { from_position }), { status: 'done', scanned: 2, queued: 2 })
  t.strictSame((await receiver.count(5)).slice(3).map(bytes), before.slice(1).map(bytes))
}

/** What is planned as it happens and what is made from the history are the same bytes. */
async function replaysWhatWasPruned(t: Test, api: TestApi): Promise<void> {
  const receiver = await startReceiver(t)
  const { id } = await register(api.haulier, receiver.url)
  const since = new Date(Date.now() - 60_000).toISOString()
  const made = await happen(api)
  const own = () => receiver.received.filter(({ json }) => json.data.id === made).map(bytes)
  await receiver.count(3)
  const live = own()
  await delivered(api, id)
  await api.pool.query('delete from webhooks.deliveries')
  await api.pool.query('delete from webhooks.messages')
  await replay(api, id, { since })
  await until(() => own().length === 6, 'what was pruned')
  t.strictSame(own().slice(3), live)
}

t.test('what happened before the webhook existed, or was pruned since, is replayed', async (t) => {
  const api = await openApi(t)
  runNotifier(t, api)
  await replaysWhatHappened(t, api)
  await replaysWhatWasPruned(t, api)
})
