import { actingFor } from '@ecmr/domain'
import { planDeliveries, rotateSecret } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { fields, note } from './support/events.js'
import { type Received, startReceiver } from './support/receiver.js'
import { verifiers } from './support/verifiers.js'
import { openWorld, secrets, settledAs } from './support/world.js'

const COMPANY = 'company-a'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type World = Awaited<ReturnType<typeof openWorld>>

const event = () =>
  note(COMPANY).event('EcmrCreated', {
    fields: { ...fields, goods_description: `Öl „extra“ — 橄榄油 🫒 \u2028${'ñ'.repeat(1_000)}` },
  })

/** A request as it arrived, signed at a time so far from now. */
async function arrives(t: Test, offsetMs = 0) {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { secret } = await world.register(COMPANY, receiver.url)
  const clock = () => new Date(Date.now() + offsetMs)
  world.startWorker({ clock })
  await planDeliveries(world.pool, [event()], { clock })
  return { request: await only(receiver.count(1)), secret }
}

async function only(requests: Promise<readonly Received[]>): Promise<Received> {
  const [request] = (await requests).slice(-1)
  if (request === undefined) throw new Error('nothing has arrived')
  return request
}

function accepted(t: Test, secret: string, request: Received, message: string): void {
  for (const [by, verify] of Object.entries(verifiers))
    t.doesNotThrow(() => verify(secret, request), `${message}: ${by}`)
}

function refused(t: Test, secret: string, request: Received, why: RegExp, message: string): void {
  for (const [by, verify] of Object.entries(verifiers))
    t.throws(() => verify(secret, request), { message: why }, `${message}: ${by}`)
}

const withHeader = (request: Received, name: string, change: (value: string) => string): Received => ({
  ...request,
  headers: { ...request.headers, [name]: change(String(request.headers[name])) },
})

function withBitFlipped(request: Received, at: number): Received {
  const body = Buffer.from(request.body.toString('latin1'), 'latin1')
  body.writeUInt8(body.readUInt8(at) ^ 1, at)
  return { ...request, body }
}

const MISMATCH = /signature/

t.test('a request is accepted as it arrived, and refused when anything in it is altered', async (t) => {
  const { request, secret } = await arrives(t)
  accepted(t, secret, request, 'as it arrived')
  const { length } = request.body
  t.ok(length > request.body.toString().length, 'there is more than ASCII in it')
  for (const at of [0, request.body.indexOf('橄'), Math.floor(length / 2), length - 1])
    refused(t, secret, withBitFlipped(request, at), MISMATCH, `a bit of byte ${at} flipped`)
  const altered: Readonly<Record<string, Received>> = {
    'another id': withHeader(request, 'webhook-id', () => '5f0c8ce4-2a3f-5d0a-9f52-6d6f1c6a0b11'),
    'another timestamp': withHeader(request, 'webhook-timestamp', (seconds) => String(Number(seconds) + 1)),
    'another version of signatures': withHeader(request, 'webhook-signature', (one) =>
      one.replace('v1,', 'v2,'),
    ),
    'asymmetric signatures': withHeader(request, 'webhook-signature', (one) => one.replace('v1,', 'v1a,')),
    'a signature cut off': withHeader(request, 'webhook-signature', (one) => one.slice(0, -4)),
    'half a signature': withHeader(request, 'webhook-signature', (one) => one.slice(0, 20)),
    'no signature': withHeader(request, 'webhook-signature', () => 'v1,'),
    'a byte more': { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) },
  }
  for (const [what, other] of Object.entries(altered)) refused(t, secret, other, MISMATCH, what)
})

t.test('the secret of another endpoint is refused', async (t) => {
  const [{ request }, other] = [await arrives(t), await arrives(t)]
  refused(t, other.secret, request, MISMATCH, 'the secret of the other')
})

t.test(
  'what was signed more than five minutes ago, or ahead, is refused although its signature is right',
  async (t) => {
    for (const minutes of [-4, 4]) {
      const { request, secret } = await arrives(t, minutes * MINUTE_MS)
      accepted(t, secret, request, `${minutes} minutes`)
    }
    const old = await arrives(t, -6 * MINUTE_MS)
    refused(t, old.secret, old.request, /too old/, 'six minutes ago')
    const ahead = await arrives(t, 6 * MINUTE_MS)
    refused(t, ahead.secret, ahead.request, /too new/, 'in six minutes')
  },
)

const signaturesOf = ({ headers }: Received) => String(headers['webhook-signature']).split(' ')

/** Gives the endpoint a new secret, at a time so far from now. */
async function rotate({ pool, recordAudit }: World, id: string, overlapHours: number, offsetMs = 0) {
  const clock = () => new Date(Date.now() + offsetMs)
  const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
  const rotated = await rotateSecret(
    { pool, secrets, recordAudit, clock },
    { company: actingFor(COMPANY), id, overlapHours, actor },
  )
  if (!rotated.ok) throw new Error(rotated.reason)
  return rotated.view.secret
}

t.test('during a rotation the new secret is accepted and the one of before as well', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint, secret: before } = await world.register(COMPANY, receiver.url)
  const after = await rotate(world, endpoint.id, 1)
  t.not(after, before)
  world.startWorker()
  await planDeliveries(world.pool, [event()])
  const request = await only(receiver.count(1))
  const [first = '', second = '', ...more] = signaturesOf(request)
  t.same(more, [])
  accepted(t, after, request, 'new')
  accepted(t, before, request, 'before')
  accepted(
    t,
    after,
    withHeader(request, 'webhook-signature', () => first),
    'that of the new one comes first',
  )
  accepted(
    t,
    before,
    withHeader(request, 'webhook-signature', () => second),
    'that of the one before second',
  )
  refused(
    t,
    before,
    withHeader(request, 'webhook-signature', () => first),
    MISMATCH,
    'they are not the same',
  )
  refused(t, (await arrives(t)).secret, request, MISMATCH, 'a third')
})

t.test('once the overlap is over, or when there is none, only the new secret is accepted', async (t) => {
  for (const [overlapHours, offsetMs] of [
    [1, -2 * HOUR_MS],
    [0, 0],
  ] as const) {
    const world = await openWorld(t)
    const receiver = await startReceiver(t)
    const { endpoint, secret: before } = await world.register(COMPANY, receiver.url)
    const after = await rotate(world, endpoint.id, overlapHours, offsetMs)
    world.startWorker()
    await planDeliveries(world.pool, [event()])
    const request = await only(receiver.count(1))
    t.equal(signaturesOf(request).length, 1)
    accepted(t, after, request, 'new')
    refused(t, before, request, MISMATCH, 'before')
  }
})

t.test('an attempt after a rotation is signed with what is good then', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => {
    if (nth > 1) response.end()
    else rotating = rotate(world, endpoint.id, 1).finally(() => response.writeHead(503).end())
  })
  let rotating: Promise<string> | undefined
  const { endpoint, secret: before } = await world.register(COMPANY, receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [event()])
  const [first, second] = await receiver.count(2)
  const after = await rotating
  if (!first || !second || !after) throw new Error('nothing has arrived')
  t.same(
    [first, second].map((request) => signaturesOf(request).length),
    [1, 2],
  )
  accepted(t, before, first, 'first attempt')
  accepted(t, after, second, 'second attempt')
})

t.test(
  'attempts have one id and one body; their number, timestamp and signature are their own',
  async (t) => {
    const world = await openWorld(t)
    // Each attempt comes ten seconds after the one before.
    let ahead = -20_000
    const clock = () => new Date(Date.now() + ahead)
    const receiver = await startReceiver(t, (response, _, nth) => {
      ahead += 10_000
      response.writeHead(nth < 3 ? 500 : 200).end()
    })
    const { secret } = await world.register(COMPANY, receiver.url)
    world.startWorker({ clock })
    await planDeliveries(world.pool, [event()], { clock })
    const [delivery] = await world.eventually(...settledAs('delivered'))
    const { rows } = await world.pool.query('select payload from webhooks.messages')
    const { received } = receiver
    const own = (name: string) => received.map(({ headers }) => headers[name])
    t.same(own('webhook-id'), [delivery.id, delivery.id, delivery.id])
    t.same(own('webhook-attempt'), ['1', '2', '3'])
    t.same(
      own('webhook-timestamp'),
      delivery.log.map((one: { started_at: string }) =>
        String(Math.floor(Date.parse(one.started_at) / 1_000)),
      ),
      'that of the attempt, not of the event',
    )
    t.equal(new Set(own('webhook-timestamp')).size, 3)
    t.equal(new Set(own('webhook-signature')).size, 3)
    for (const request of received) {
      accepted(t, secret, request, `attempt ${request.headers['webhook-attempt']}`)
      t.ok(request.body.equals(rows[0].payload), 'the bytes that are stored')
      t.match(request.headers, {
        'content-type': 'application/json',
        'content-length': String(rows[0].payload.length),
        'user-agent': /^eCMR-Webhooks\/\d/,
      })
      t.notOk('accept-encoding' in request.headers, 'nothing compressed is asked for')
    }
  },
)

t.test('endpoints get the same bytes, each under an id and with a signature of its own', async (t) => {
  const world = await openWorld(t)
  const [one, other] = [await startReceiver(t), await startReceiver(t)]
  const { secret } = await world.register(COMPANY, one.url)
  const { secret: secretOfOther } = await world.register(COMPANY, other.url)
  world.startWorker()
  await planDeliveries(world.pool, [event()])
  const [first, second] = [await only(one.count(1)), await only(other.count(1))]
  t.ok(first.body.equals(second.body))
  t.equal(first.json.id, second.json.id, 'the event has one id')
  t.not(first.headers['webhook-id'], second.headers['webhook-id'])
  accepted(t, secret, first, 'one')
  accepted(t, secretOfOther, second, 'the other')
  refused(t, secret, second, MISMATCH, 'with the secret of the first')
})
