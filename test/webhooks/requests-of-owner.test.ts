import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEvents } from '@ecmr/contract'
import { openPool } from '@ecmr/postgres'
import { exampleNotification, notifications } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { asPromised } from '../support/contract.js'
import { until } from '../support/until.js'
import { type Answer, startReceiver } from './support/receiver.js'
import { details, openRestWorld, registerAs, shown } from './support/rest-world.js'
import { verify } from './support/verifiers.js'

type Details = ReturnType<typeof details>

const DAY_MS = 86_400_000
/** Less than a test may take at most, so that whatever ends by then has not waited for its outcome. */
const EARLY_S = 15
const inADay = () => new Date(Date.now() + DAY_MS)

/** A webhook with its server, over REST, and what its owner requests: an attempt now, or a test. */
async function openOwned(t: Test, answer?: Answer, body: object = {}) {
  const receiver = await startReceiver(t, answer)
  const world = await openRestWorld(t, { url: receiver.url, ...body })
  const { haulier, path, read } = world
  return {
    ...world,
    receiver,
    retry: (delivery: string, headers = {}) => haulier.call('POST', `${delivery}/retry`, undefined, headers),
    test: (body: unknown = {}, headers = {}) => haulier.call('POST', `${path}/test`, body, headers),
    webhookNow: async () => shown(await haulier.call('GET', path)),
    /** Resolves with a delivery once it is as wanted. */
    async settled(delivery: string, wanted: (now: Details) => boolean): Promise<Details> {
      await until(async () => wanted(await read(delivery)), 'the delivery')
      return read(delivery)
    },
  }
}

const is = (status: string, attempts?: number) => (now: Details) =>
  now.status === status && (attempts === undefined || now.attempts === attempts)

t.test(
  'a delivery is sent again whatever became of it, under its id, and its attempts count on',
  async (t) => {
    let status = 500
    const { plan, retry, settled, startWorker, rows, receiver } = await openOwned(t, (response) =>
      response.writeHead(status).end(),
    )
    startWorker({ schedule: [0, 1] })
    const delivery = await plan()
    await settled(delivery, is('exhausted'))
    status = 204
    const answer = await retry(delivery)
    t.equal(answer.status, 202)
    t.equal(answer.headers.location, delivery)
    t.match(details(answer), { attempts: /2|3/ })
    t.match(await settled(delivery, is('delivered', 3)), {
      attempt_log: [{ number: 1 }, { number: 2 }, { number: 3, response_status: 204 }],
    })
    t.equal((await retry(delivery)).status, 202, 'one that was delivered')
    await settled(delivery, is('delivered', 4))
    await rows(`update webhooks.deliveries set status = 'cancelled'`)
    t.equal((await retry(delivery)).status, 202, 'one that was cancelled')
    const received = await receiver.count(5)
    t.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
    t.equal(new Set(received.map(({ body }) => body.toString('hex'))).size, 1)
  },
)

t.test('one that waits for its next attempt is due at once, with the schedule before it anew', async (t) => {
  const { plan, retry, settled, startWorker, rows } = await openOwned(t, (response) =>
    response.writeHead(500).end(),
  )
  startWorker({ schedule: [0, DAY_MS, DAY_MS] })
  const delivery = await plan()
  const waitsAfter = (count: number) =>
    settled(
      delivery,
      ({ attempts, next_attempt_at }) =>
        attempts === count && Date.parse(next_attempt_at ?? '') > Date.now() + DAY_MS / 2,
    )
  await waitsAfter(1)
  await rows(`update webhooks.deliveries set replay_id = gen_random_uuid()`)
  t.equal((await retry(delivery)).status, 202)
  await waitsAfter(2)
  const state = await rows('select failures, replay_id from webhooks.deliveries')
  t.same(
    state,
    [{ failures: 1, replay_id: null }],
    'failures since the retry; it belongs to no replay any more',
  )
})

t.test('while an attempt is under way none is made, unless its process died', async (t) => {
  const answers: (() => void)[] = []
  const { plan, retry, settled, startWorker, rows, receiver } = await openOwned(t, (response) =>
    answers.push(() => response.end()),
  )
  const delivery = await plan()
  await rows(`update webhooks.deliveries set attempts = 1, leased_until = now() - interval '1 second'`)
  t.equal((await retry(delivery)).status, 202, 'its lease has run out')
  startWorker()
  await receiver.count(1)
  const refused = await retry(delivery)
  t.match(refused.problem(), { status: 409, code: 'delivery_under_way' })
  t.equal(refused.headers['retry-after'], '1')
  for (const answer of answers.splice(0)) answer()
  await settled(delivery, is('delivered', 2))
  t.equal((await retry(delivery)).status, 202)
  await receiver.count(2)
  for (const answer of answers) answer()
  await settled(delivery, is('delivered', 3))
})

t.test('a disabled webhook gets nothing; a repeat of what was done before says so', async (t) => {
  const { haulier, plan, retry, path } = await openOwned(t)
  const delivery = await plan()
  const key = { 'idempotency-key': 'retry-1' }
  t.equal((await retry(delivery, key)).headers['idempotent-replayed'], undefined)
  await haulier.call('PATCH', path, { enabled: false })
  t.match((await retry(delivery)).problem(), { status: 409, code: 'webhook_disabled' })
  const again = await retry(delivery, key)
  t.match([again.status, again.headers['idempotent-replayed']], [202, 'true'])
  t.match(again.json(), { status: 'cancelled' }, 'the present state')
})

t.test('deliveries that are unknown, malformed or another’s are not found, and not touched', async (t) => {
  const { haulier, rival, plan, read, path } = await openOwned(t)
  const delivery = await plan()
  const before = await read(delivery)
  const [own, theirs] = [await registerAs(haulier), await registerAs(rival)]
  const id = delivery.split('/').at(-1)
  for (const [customer, address] of [
    [rival, delivery],
    [rival, `${theirs.path}/deliveries/${id}`],
    [haulier, `${own.path}/deliveries/${id}`],
    [haulier, `${path}/deliveries/none`],
    [haulier, `${path}/deliveries/00000000-0000-0000-0000-000000000000`],
    [haulier, `/api/webhooks/none/deliveries/${id}`],
  ] as const)
    t.equal((await customer.call('POST', `${address}/retry`)).status, 404, address)
  t.same(await read(delivery), before)
})

t.test('the example of each event is as its schema promises, and says that it is one', async (t) => {
  const ids = {
    eventId: '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e',
    livemode: true,
    noteId: 'n',
    now: new Date(),
  }
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
  const { test, startWorker, receiver, path, webhook } = await openOwned(
    t,
    (response) => response.writeHead(202).end('taken'),
    { events: ['ecmr.signed'], include_document_url: true },
  )
  startWorker()
  for (const event of [undefined, ...webhookEvents]) {
    const answer = await test(event && { event })
    t.equal(answer.status, 200, answer.text)
    const delivery = details(answer)
    t.equal(answer.headers.location, `${path}/deliveries/${delivery.id}`)
    const wanted = event ?? 'ecmr.signed'
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
  t.equal(new Set(ids).size, 1 + webhookEvents.length, 'each is an event of a note of its own')
  const delivered = receiver.received.find(({ json }) => json.type === 'ecmr.delivered')
  t.match(delivered?.json.data, { document: { kind: 'cmr', url: /\.example\/d\// } }, 'as the owner wishes')
})

t.test('a test that fails is attempted once, and its failure is the answer', async (t) => {
  const { test, startWorker, webhookNow } = await openOwned(t, (response) =>
    response.writeHead(500).end('broken'),
  )
  startWorker()
  t.match(details(await test()), {
    status: 'exhausted',
    attempts: 1,
    attempt_log: [{ response_status: 500, response_body: 'broken' }],
  })
  t.match(await webhookNow(), { health: { state: 'ok', failures: 0 } })
})

t.test(
  'a paused webhook that answers a test is paused no longer; a disabled one stays disabled',
  async (t) => {
    const { haulier, path, test, startWorker, pause, webhookNow } = await openOwned(t)
    await pause(inADay())
    t.match(await webhookNow(), { health: { state: 'paused', failures: 10 } })
    startWorker()
    t.match(details(await test()), { status: 'delivered' })
    t.match(await webhookNow(), { health: { state: 'ok', failures: 0 } })
    await haulier.call('PATCH', path, { enabled: false })
    t.match(details(await test()), { status: 'delivered' })
    t.match(await webhookNow(), { status: 'disabled', status_reason: 'owner' })
  },
)

t.test('a test repeated with its idempotency key is sent once and answers the same', async (t) => {
  const { test, startWorker, receiver } = await openOwned(t)
  startWorker()
  const key = { 'idempotency-key': 'test-1' }
  const [first, second] = [await test({}, key), await test({}, key)]
  t.same(second.json(), first.json())
  t.equal(first.headers['idempotent-replayed'], undefined)
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.equal(receiver.received.length, 1)
  const other = await test({ event: 'ecmr.signed' }, key)
  t.match(other.problem(), { status: 422, code: 'idempotency_key_reused' })
})

t.test('when the process is to stop, a test under way is answered as it stands', async (t) => {
  const { haulier, another, path } = await openOwned(t)
  const shutdown = new AbortController()
  const stopping = await another({ shutdownSignal: shutdown.signal })
  const answers: Awaited<ReturnType<typeof haulier.call>>[] = []
  const answering = stopping.haulier.call('POST', `${path}/test`, {})
  void answering.then((answer) => answers.push(answer))
  shutdown.abort()
  await until(() => answers.length > 0, 'the answer', EARLY_S)
  const answer = await answering
  t.equal(answer.status, 202, 'though no worker runs')
  t.match(details(answer), { status: 'pending', attempts: 0, test: true })
  const delivery = await haulier.call('GET', answer.headers.location ?? '')
  t.same(delivery.json(), answer.json(), 'its location shows the delivery')
})

t.test('when the client has disconnected, the outcome is not waited for', async (t) => {
  const { haulier, another, rows, url, path } = await openOwned(t)
  const name = 'api of a client that disconnects'
  const own = openPool({ url, max: 1, name })
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
  const latest = (query: string) =>
    until(
      async () => {
        const sql = 'select 1 from pg_stat_activity where application_name = $1 and query like $2'
        return (await rows(sql, [name, query])).length > 0
      },
      query,
      EARLY_S,
    )
  await latest('select "status" from "webhooks"."deliveries"%')
  client.destroy()
  // It reads the attempts when it has stopped waiting.
  await latest('%from "webhooks"."attempts"%')
  t.pass('it has stopped waiting')
})

t.test('bad tests are refused, and nothing is sent', async (t) => {
  const { haulier, rival, rows, test, path } = await openOwned(t)
  for (const [body, pointer] of [
    [{ event: 'ecmr.edited' }, '/event'],
    [{ event: null }, '/event'],
    [{ event: ['ecmr.signed'] }, '/event'],
    [{ events: 'ecmr.signed' }, '/events'],
    [[], ''],
    [null, ''],
  ] as const)
    t.match((await test(body)).problem(), { status: 400, errors: [{ pointer }] }, JSON.stringify(body))
  t.equal((await rival.call('POST', `${path}/test`, {})).status, 404)
  t.equal((await haulier.call('POST', '/api/webhooks/none/test', {})).status, 404)
  t.same(await rows('select 1 from webhooks.deliveries'), [])
})
