import { deliveryDetailsView } from '@ecmr/contract'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { asPromised } from '../support/contract.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { nowhere, openRestWorld, registerAs } from './support/rest-world.js'

const DAY_MS = 86_400_000

async function openRetries(t: Test, url: string) {
  const world = await openRestWorld(t)
  const { haulier, pool } = world
  const { path, webhook } = await registerAs(haulier, { url })
  /** plans a delivery and returns its address */
  async function plan(): Promise<string> {
    const event = note(haulier.company.id).event('EcmrCreated')
    await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
    const { rows } = await pool.query('select id from webhooks.deliveries where event_id = $1', [event.id])
    return `${path}/deliveries/${rows[0].id}`
  }
  const read = async (delivery: string) =>
    asPromised(deliveryDetailsView, (await haulier.call('GET', delivery)).json())
  async function until(delivery: string, status: string) {
    for (;;) {
      const now = await read(delivery)
      if (now.status === status) return now
    }
  }
  return { ...world, path, webhook, plan, read, until }
}

t.test(
  'a delivery is sent again whatever became of it, under its id, and attempts go on being counted',
  async (t) => {
    let status = 500
    const receiver = await startReceiver(t, (response) => response.writeHead(status).end())
    const { haulier, plan, until, startWorker, pool } = await openRetries(t, receiver.url)
    startWorker({ schedule: [0, 1] })
    const delivery = await plan()
    await until(delivery, 'exhausted')
    status = 204
    const answer = await haulier.call('POST', `${delivery}/retry`)
    t.equal(answer.status, 202)
    t.equal(answer.headers.location, delivery)
    t.match(asPromised(deliveryDetailsView, answer.json()), { attempts: /2|3/ })
    t.match(await until(delivery, 'delivered'), {
      attempts: 3,
      attempt_log: [{ number: 1 }, { number: 2 }, { number: 3, response_status: 204 }],
    })
    t.equal((await haulier.call('POST', `${delivery}/retry`)).status, 202, 'one that was delivered')
    await receiver.count(4)
    t.match(await until(delivery, 'delivered'), { attempts: 4 })
    await pool.query(`update webhooks.deliveries set status = 'cancelled'`)
    t.equal((await haulier.call('POST', `${delivery}/retry`)).status, 202, 'one that was cancelled')
    const received = await receiver.count(5)
    t.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
    t.equal(new Set(received.map(({ body }) => body.toString('hex'))).size, 1)
  },
)

t.test('one that waits for its next attempt is due at once, with the schedule before it anew', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end())
  const { haulier, plan, read, startWorker, pool } = await openRetries(t, receiver.url)
  startWorker({ schedule: [0, DAY_MS, DAY_MS] })
  const delivery = await plan()
  const putOff = async (attempts: number): Promise<void> => {
    for (;;) {
      const now = await read(delivery)
      const waits = Date.parse(now.next_attempt_at ?? '') > Date.now() + DAY_MS / 2
      if (waits && now.attempts === attempts) return
    }
  }
  await putOff(1)
  await pool.query(`update webhooks.deliveries set replay_id = gen_random_uuid()`)
  t.equal((await haulier.call('POST', `${delivery}/retry`)).status, 202)
  await putOff(2)
  const { rows } = await pool.query('select failures, replay_id from webhooks.deliveries')
  t.same(rows, [{ failures: 1, replay_id: null }], 'failures since the retry; no replay’s any more')
})

t.test('one that waits behind a pause is sent at once, past what waits with it', async (t) => {
  const receiver = await startReceiver(t)
  const { haulier, plan, until, read, startWorker, pool, webhook } = await openRetries(t, receiver.url)
  await pool.query(
    `insert into webhooks.endpoint_health (endpoint_id, failures, failing_since, times_opened, open_until)
     values ($1, 10, now(), 1, now() + interval '1 day')`,
    [webhook.id],
  )
  const [waits, asked] = [await plan(), await plan()]
  startWorker()
  t.match(await read(waits), { status: 'pending', attempts: 0 })
  await haulier.call('POST', `${asked}/retry`)
  await until(asked, 'delivered')
  t.equal(receiver.received[0]?.headers['webhook-id'], asked.split('/').at(-1))
})

t.test('while an attempt is under way it is not sent again', async (t) => {
  const answers: (() => void)[] = []
  const receiver = await startReceiver(t, (response) => answers.push(() => response.end()))
  const { haulier, plan, until, startWorker, pool } = await openRetries(t, receiver.url)
  startWorker()
  const delivery = await plan()
  await receiver.count(1)
  const refused = await haulier.call('POST', `${delivery}/retry`)
  t.match(refused.problem(), { status: 409, code: 'delivery_under_way' })
  t.equal(refused.headers['retry-after'], '1')
  for (const answer of answers.splice(0)) answer()
  await until(delivery, 'delivered')
  t.equal((await haulier.call('POST', `${delivery}/retry`)).status, 202)
  await receiver.count(2)
  for (const answer of answers) answer()
  await until(delivery, 'delivered')
  const { rows } = await pool.query('select count(*)::int from webhooks.attempts')
  t.same(rows, [{ count: 2 }])
})

t.test('an attempt whose process died does not stand in the way', async (t) => {
  const { haulier, plan, pool } = await openRetries(t, nowhere)
  const delivery = await plan()
  await pool.query(`update webhooks.deliveries set attempts = 1, leased_until = now() - interval '1 second'`)
  t.equal((await haulier.call('POST', `${delivery}/retry`)).status, 202)
})

t.test('a disabled webhook gets nothing; a repeat of what was done before says so', async (t) => {
  const { haulier, plan, path } = await openRetries(t, nowhere)
  const delivery = await plan()
  const key = { 'idempotency-key': 'retry-1' }
  const first = await haulier.call('POST', `${delivery}/retry`, undefined, key)
  t.equal(first.headers['idempotent-replayed'], undefined)
  await haulier.call('PATCH', path, { enabled: false })
  const refused = await haulier.call('POST', `${delivery}/retry`)
  t.match(refused.problem(), { status: 409, code: 'webhook_disabled' })
  const again = await haulier.call('POST', `${delivery}/retry`, undefined, key)
  t.equal(again.status, 202)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.match(again.json(), { status: 'cancelled' }, 'the present state')
})

t.test('deliveries that are unknown, malformed or another’s are not found, and not touched', async (t) => {
  const { haulier, rival, plan, read, path } = await openRetries(t, nowhere)
  const delivery = await plan()
  const before = await read(delivery)
  const own = await registerAs(haulier)
  const theirs = await registerAs(rival)
  const id = delivery.split('/').at(-1)
  for (const [customer, address] of [
    [rival, delivery],
    [rival, `${theirs.path}/deliveries/${id}`],
    [haulier, `${own.path}/deliveries/${id}`],
    [haulier, `${path}/deliveries/none`],
    [haulier, `${path}/deliveries/00000000-0000-0000-0000-000000000000`],
    [haulier, `/api/webhooks/none/deliveries/${id}`],
  ] as const) {
    t.equal((await customer.call('POST', `${address}/retry`)).status, 404, address)
  }
  t.same(await read(delivery), before)
})
