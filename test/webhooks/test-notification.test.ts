import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { deliveryDetailsView, type WebhookEvent, webhookEvents } from '@ecmr/contract'
import { openPool } from '@ecmr/postgres'
import { exampleNotification, notifications } from '@ecmr/webhooks'
import t from 'tap'
import { asPromised } from '../support/contract.js'
import { startReceiver } from './support/receiver.js'
import { nowhere, openRestWorld, registerAs } from './support/rest-world.js'
import { verify } from './support/verify.js'

const outcome = (answer: { json(): unknown }) => asPromised(deliveryDetailsView, answer.json())

t.test('the example of each event is as its schema promises, and says that it is one', async (t) => {
  const ids = { eventId: '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e', noteId: 'n', now: new Date() }
  for (const event of webhookEvents) {
    const example = JSON.parse(JSON.stringify(exampleNotification(event, ids)))
    t.match(asPromised(notifications[event], example), {
      id: ids.eventId,
      type: event,
      test: true,
      data: { id: 'n', ecmr_number: /^ECMR-\d{4}-/ },
    })
    t.ok(Buffer.byteLength(JSON.stringify(example)) < 20_000)
  }
})

t.test('a test arrives signed, and its outcome is the answer', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(202).end('taken'))
  const { haulier, startWorker } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier, { url: receiver.url, events: ['ecmr.signed'] })
  startWorker()
  for (const event of [undefined, ...webhookEvents]) {
    const answer = await haulier.call('POST', `${path}/test`, event && { event })
    t.equal(answer.status, 200, answer.text)
    const delivery = outcome(answer)
    t.equal(answer.headers.location, `${path}/deliveries/${delivery.id}`)
    const wanted: WebhookEvent = event ?? 'ecmr.signed'
    t.match(delivery, {
      event: wanted,
      test: true,
      status: 'delivered',
      attempts: 1,
      attempt_log: [{ number: 1, response_status: 202, response_body: 'taken', error: null }],
    })
    const received = receiver.received.find(({ headers }) => headers['webhook-id'] === delivery.id)
    if (received === undefined) throw new Error('not received')
    const verified = verify(webhook.secret, received)
    t.same(verified, delivery.payload)
    t.match(asPromised(notifications[wanted], verified), { test: true, type: wanted })
  }
  const ids = receiver.received.map(({ json }) => `${json.id} ${json.data.id}`)
  t.equal(new Set(ids).size, 5, 'each is an event of a note of its own')
})

t.test('a test that fails is attempted once, and its failure is the answer', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('broken'))
  const { haulier, startWorker } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { url: receiver.url })
  startWorker()
  const answer = await haulier.call('POST', `${path}/test`, {})
  t.equal(answer.status, 200)
  t.match(outcome(answer), {
    status: 'exhausted',
    attempts: 1,
    attempt_log: [{ response_status: 500, response_body: 'broken' }],
  })
  t.match((await haulier.call('GET', path)).json(), { health: { state: 'ok', failures: 0 } })
})

t.test('a paused webhook can be tested, and is paused no longer when it answers', async (t) => {
  const receiver = await startReceiver(t)
  const { haulier, startWorker, pool } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier, { url: receiver.url })
  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now() + interval '1 day')`,
    [webhook.id],
  )
  t.match((await haulier.call('GET', path)).json(), { health: { state: 'paused', failures: 10 } })
  startWorker()
  t.match(outcome(await haulier.call('POST', `${path}/test`, {})), { status: 'delivered' })
  t.match((await haulier.call('GET', path)).json(), { health: { state: 'ok', failures: 0 } })
})

t.test('a disabled webhook can be tested, and stays disabled', async (t) => {
  const receiver = await startReceiver(t)
  const { haulier, startWorker } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { url: receiver.url })
  await haulier.call('PATCH', path, { enabled: false })
  startWorker()
  const answer = await haulier.call('POST', `${path}/test`, {})
  t.match([answer.status, outcome(answer).status], [200, 'delivered'])
  t.match((await haulier.call('GET', path)).json(), { status: 'disabled', status_reason: 'owner' })
})

t.test('a test repeated with its idempotency key is sent once and answers the same', async (t) => {
  const receiver = await startReceiver(t)
  const { haulier, startWorker } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { url: receiver.url })
  startWorker()
  const key = { 'idempotency-key': 'test-1' }
  const first = await haulier.call('POST', `${path}/test`, {}, key)
  const second = await haulier.call('POST', `${path}/test`, {}, key)
  t.same(second.json(), first.json())
  t.equal(first.headers['idempotent-replayed'], undefined)
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.equal(receiver.received.length, 1)
  const other = await haulier.call('POST', `${path}/test`, { event: 'ecmr.signed' }, key)
  t.match(other.problem(), { status: 422, code: 'idempotency_key_reused' })
})

t.test('when the process is to stop, a test under way is answered as it stands', async (t) => {
  const shutdown = new AbortController()
  const { haulier, another } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { url: nowhere })
  const stopping = await another({ shutdownSignal: shutdown.signal })
  const answering = stopping.haulier.call('POST', `${path}/test`, {})
  const started = performance.now()
  shutdown.abort()
  const answer = await answering
  t.equal(answer.status, 202)
  t.ok(performance.now() - started < 15_000, 'though no worker runs, long before its time is up')
  t.match(outcome(answer), { status: 'pending', attempts: 0, test: true })
  const delivery = await haulier.call('GET', answer.headers.location ?? '')
  t.same(delivery.json(), answer.json(), 'its location shows the delivery')
})

t.test('when the client has disconnected, the outcome is not waited for', async (t) => {
  const { haulier, another, pool, url } = await openRestWorld(t)
  const { path } = await registerAs(haulier, { url: nowhere })
  const own = openPool({ url, max: 1, name: 'api of one who hangs up' })
  t.teardown(() => own.end())
  const { app } = await another({ pool: own })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const client = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `${path}/test`,
    headers: { 'x-api-key': haulier.key },
  })
  client.on('error', () => undefined).end()
  const latest = async (query: string) =>
    (
      await pool.query('select 1 from pg_stat_activity where application_name = $1 and query like $2', [
        'api of one who hangs up',
        query,
      ])
    ).rows.length > 0
  await until(() => latest('select "status" from "webhooks"."deliveries"%'))
  const started = performance.now()
  client.destroy()
  await until(() => latest('%from "webhooks"."attempts"%'))
  t.ok(performance.now() - started < 15_000, 'long before its time is up')
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10)
}

t.test('bad tests are refused, and nothing is sent', async (t) => {
  const { haulier, rival, pool } = await openRestWorld(t)
  const { path } = await registerAs(haulier)
  for (const [body, pointer] of [
    [{ event: 'ecmr.edited' }, '/event'],
    [{ event: null }, '/event'],
    [{ event: ['ecmr.signed'] }, '/event'],
    [{ events: 'ecmr.signed' }, '/events'],
    [[], ''],
    [null, ''],
  ] as const) {
    const answer = await haulier.call('POST', `${path}/test`, body)
    t.match(answer.problem(), { status: 400, errors: [{ pointer }] }, JSON.stringify(body))
  }
  t.equal((await rival.call('POST', `${path}/test`, {})).status, 404)
  t.equal((await haulier.call('POST', '/api/webhooks/none/test', {})).status, 404)
  t.same((await pool.query('select 1 from webhooks.deliveries')).rows, [])
})
