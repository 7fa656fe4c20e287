import {
  deleteEndpoint,
  findEndpoint,
  planDeliveries,
  prune,
  type Rotation,
  rotateSecret,
} from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { created, fields, note } from './support/events.js'
import { type Answer, type Received, startReceiver } from './support/receiver.js'
import { verifiers } from './support/verifiers.js'
import { a, actor, b, HOUR_MS, openReceiving, secrets } from './support/world.js'

const MINUTE_MS = 60_000
const MISMATCH = /signature/

const ahead = (ms: number) => () => new Date(Date.now() + ms)

/** An endpoint with a secret, which is rotated. */
async function openSigned(t: Test, answer?: Answer) {
  const world = await openReceiving(t, answer)
  const { endpoint, receiver, pool, context, rows } = world
  const event = () =>
    note().event('EcmrCreated', {
      fields: { ...fields, goods_description: `Öl „extra“ — 橄榄油 🫒 \u2028${'ñ'.repeat(1_000)}` },
    })
  async function rotate(rotation: Partial<Rotation> = {}, clock = ahead(0)) {
    const rotated = await rotateSecret(
      { ...context, clock },
      { company: a, id: endpoint.id, actor, ...rotation },
    )
    if (!rotated.ok) throw new Error(rotated.reason)
    return { ...rotated.view, replayed: rotated.replayed }
  }
  /** what the receiver gets next */
  async function next(clock = ahead(0)): Promise<Received> {
    const count = receiver.received.length + 1
    await planDeliveries(pool, [event()], { clock })
    const request = (await receiver.count(count)).at(-1)
    if (request === undefined) throw new Error('nothing has arrived')
    return request
  }
  const stored = async () => (await rows('select secret, former_secrets from webhooks.endpoints'))[0]
  return { ...world, rotate, next, stored, event }
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

const signaturesOf = ({ headers }: Received) => String(headers['webhook-signature']).split(' ')

t.test('a request is accepted as it arrived, and refused when anything in it is altered', async (t) => {
  const { secret, next, startWorker } = await openSigned(t)
  startWorker()
  const request = await next()
  accepted(t, secret, request, 'as it arrived')
  const { length } = request.body
  t.ok(length > request.body.toString().length, 'there is more than ASCII in it')
  for (const at of [0, request.body.indexOf('橄'), Math.floor(length / 2), length - 1])
    refused(t, secret, withBitFlipped(request, at), MISMATCH, `a bit of byte ${at} flipped`)
  const signature = (change: (value: string) => string) => withHeader(request, 'webhook-signature', change)
  const altered: Readonly<Record<string, Received>> = {
    'another id': withHeader(request, 'webhook-id', () => '5f0c8ce4-2a3f-5d0a-9f52-6d6f1c6a0b11'),
    'another timestamp': withHeader(request, 'webhook-timestamp', (seconds) => String(Number(seconds) + 1)),
    'another version of signatures': signature((one) => one.replace('v1,', 'v2,')),
    'asymmetric signatures': signature((one) => one.replace('v1,', 'v1a,')),
    'a signature cut off': signature((one) => one.slice(0, -4)),
    'half a signature': signature((one) => one.slice(0, 20)),
    'no signature': signature(() => 'v1,'),
    'a byte more': { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) },
  }
  for (const [what, other] of Object.entries(altered)) refused(t, secret, other, MISMATCH, what)
})

t.test('a right signature older than five minutes, or from the future, is refused', async (t) => {
  for (const [minutes, why] of [
    [-4, undefined],
    [4, undefined],
    [-6, /too old/],
    [6, /too new/],
  ] as const) {
    const { secret, next, startWorker } = await openSigned(t)
    const clock = ahead(minutes * MINUTE_MS)
    startWorker({ clock })
    const request = await next(clock)
    if (why) refused(t, secret, request, why, `${minutes} minutes`)
    else accepted(t, secret, request, `${minutes} minutes`)
  }
})

t.test('during the overlap both secrets are accepted on the very bytes', async (t) => {
  const { secret: first, rotate, next, startWorker } = await openSigned(t)
  startWorker()
  const before = await next()
  const { secret: second } = await rotate()
  t.match(second, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.not(second, first)
  refused(t, second, before, MISMATCH, 'what was sent before is not signed with it')
  const request = await next()
  const [newest = '', former = '', ...more] = signaturesOf(request)
  t.same(more, [])
  accepted(t, second, request, 'new')
  accepted(t, first, request, 'before')
  const only = (signature: string) => withHeader(request, 'webhook-signature', () => signature)
  accepted(t, second, only(newest), 'that of the new one comes first')
  accepted(t, first, only(former), 'that of the one before second')
  refused(t, first, only(newest), MISMATCH, 'they are not the same')
})

t.test('a rotation during the overlap leaves the former secrets theirs', async (t) => {
  const { secret: first, rotate, next, startWorker } = await openSigned(t)
  startWorker()
  const longAgo = ahead(-2 * HOUR_MS)
  await rotate({ overlapHours: 24 }, longAgo)
  const { secret: second, endpoint } = await rotate({ overlapHours: 1 }, longAgo)
  const aDayLater = new Date(longAgo().getTime() + 24 * HOUR_MS).toISOString().slice(0, 16)
  t.match(endpoint.previous_secret_until, aDayLater)
  const { secret: third } = await rotate({ overlapHours: 1 })
  const request = await next()
  accepted(t, first, request, 'which was promised a day')
  accepted(t, second, request, 'second')
  accepted(t, third, request, 'third')
  t.equal(signaturesOf(request).length, 3, 'one had an hour, two hours ago')
})

t.test('once the overlap is over, or when there is none, only the new secret signs', async (t) => {
  for (const [overlapHours, offsetMs] of [
    [1, -2 * HOUR_MS],
    [0, 0],
  ] as const) {
    const { secret: first, rotate, next, startWorker, endpoint, pool } = await openSigned(t)
    startWorker()
    const { secret: second } = await rotate({ overlapHours: 1 }, ahead(-3 * HOUR_MS))
    const { secret: third } = await rotate({ overlapHours }, ahead(offsetMs))
    t.match(await findEndpoint(pool, a, endpoint.id), { previous_secret_until: null })
    const request = await next()
    t.equal(signaturesOf(request).length, 1)
    accepted(t, third, request, 'new')
    for (const secret of [first, second]) refused(t, secret, request, MISMATCH, 'before')
  }
})

t.test('at most four former secrets sign; the fifth rotation is refused and changes nothing', async (t) => {
  const { rotate, stored } = await openSigned(t)
  for (let nth = 0; nth < 4; nth++) await rotate()
  const before = await stored()
  t.equal(before.former_secrets.length, 4)
  await t.rejects(rotate(), { message: 'too_many_secrets' })
  t.same(await stored(), before)
  t.equal((await rotate({ overlapHours: 0 })).endpoint.previous_secret_until, null)
  t.same((await stored()).former_secrets, [], 'without an overlap all of before end at once and are wiped')
})

t.test('the overlap lasts 24 hours by default', async (t) => {
  const { rotate } = await openSigned(t)
  const now = () => new Date('2026-05-01T10:00:00Z')
  for (const [rotation, until] of [
    [{}, '2026-05-02T10:00:00.000Z'],
    [{ overlapHours: 168 }, '2026-05-08T10:00:00.000Z'],
  ] as const)
    t.equal((await rotate(rotation, now)).endpoint.previous_secret_until, until)
})

t.test('secrets are stored encrypted, audited without themselves, and wiped with the endpoint', async (t) => {
  const { secret: first, rotate, stored, changes, endpoint, context } = await openSigned(t)
  const { secret, endpoint: rotated } = await rotate({ correlationId: 'request-1' })
  const kept = JSON.stringify([await stored(), changes, rotated])
  for (const each of [first, secret]) t.notOk(kept.includes(each.slice('whsec_'.length)))
  t.match(changes.at(-1), {
    type: 'WebhookSecretRotated',
    company_id: 'company-a',
    data: { webhook_id: endpoint.id, previous_secret_until: rotated.previous_secret_until },
    actor,
    correlation_id: 'request-1',
  })
  for (const id of [endpoint.id, 'x', '', '00000000-0000-0000-0000-000000000000'])
    t.same(await rotateSecret(context, { company: b, id, actor }), { ok: false, reason: 'not_found' }, id)
  t.equal(secrets.open((await stored()).secret, endpoint.id), secret)
  await deleteEndpoint(context, { company: a, id: endpoint.id, actor })
  const again = await rotateSecret(context, { company: a, id: endpoint.id, actor })
  t.same(again, { ok: false, reason: 'not_found' })
  t.same(await stored(), { secret: null, former_secrets: [] })
})

t.test('a repeated rotation answers the same secret, and of rotations at once each is kept', async (t) => {
  const { secret: first, rotate, changes, stored, endpoint } = await openSigned(t)
  const commandId = '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e'
  const both = await Promise.all([rotate({ commandId }), rotate({ commandId })])
  t.same(both.map(({ replayed }) => replayed).sort(), [false, true])
  t.equal((await rotate({ commandId })).secret, both[0].secret)
  t.equal(changes.filter(({ type }) => type === 'WebhookSecretRotated').length, 1)
  const rotated = [...both, ...(await Promise.all([1, 2, 3].map(() => rotate())))]
  const { secret, former_secrets } = await stored()
  const kept = [secret, ...former_secrets.map(({ sealed }: { sealed: string }) => sealed)]
  t.same(
    new Set(kept.map((sealed) => secrets.open(sealed, endpoint.id))),
    new Set([first, ...rotated.map(({ secret }) => secret)]),
  )
})

t.test('a former secret is wiped soon after it has ended; those that still sign stay', async (t) => {
  const { rotate, stored, pool } = await openSigned(t)
  const signal = new AbortController().signal
  await rotate({ overlapHours: 1 }, ahead(-2 * HOUR_MS))
  await rotate({ overlapHours: 24 }, ahead(-90 * MINUTE_MS))
  const { former_secrets } = await stored()
  t.equal(former_secrets.length, 2)
  t.match(await prune({ pool, signal }), { secrets: 1 })
  t.same((await stored()).former_secrets, [former_secrets[0]])
  t.match(await prune({ pool, signal }), { secrets: 0 })
})

t.test('a secret that cannot be read any more is replaced by one that can', async (t) => {
  const { rotate, rows, next, startWorker } = await openSigned(t)
  await rows(`update webhooks.endpoints set secret = 'v1.x.y.z'`)
  const { secret } = await rotate()
  startWorker()
  accepted(t, secret, await next(), 'the new one')
})

t.test('an attempt after a rotation is signed with what is good then', async (t) => {
  const {
    secret: before,
    rotate,
    receiver,
    startWorker,
    create,
  } = await openSigned(t, (response, _, nth) => {
    if (nth > 1) response.end()
    else rotating = rotate({ overlapHours: 1 }).finally(() => response.writeHead(503).end())
  })
  let rotating: ReturnType<typeof rotate> | undefined
  startWorker()
  await create()
  const [first, second] = await receiver.count(2)
  const after = await rotating
  if (!first || !second || !after) throw new Error('nothing has arrived')
  t.equal(signaturesOf(first).length, 1)
  accepted(t, before, first, 'first attempt')
  t.equal(signaturesOf(second).length, 2)
  accepted(t, after.secret, second, 'second attempt')
})

t.test('attempts have one id and body; number, timestamp and signature are their own', async (t) => {
  // Each attempt comes ten seconds after the one before.
  let offset = -20_000
  const clock = () => new Date(Date.now() + offset)
  const { secret, next, receiver, startWorker, settled, rows } = await openSigned(t, (response, _, nth) => {
    offset += 10_000
    response.writeHead(nth < 3 ? 500 : 200).end()
  })
  startWorker({ clock })
  await next(clock)
  const [delivery] = await settled('delivered')
  const [{ payload }] = await rows('select payload from webhooks.messages')
  const { received } = receiver
  const own = (name: string) => received.map(({ headers }) => headers[name])
  t.same(own('webhook-id'), [delivery.id, delivery.id, delivery.id])
  t.same(own('webhook-attempt'), ['1', '2', '3'])
  const started = delivery.log.map(({ started_at }: { started_at: string }) => Date.parse(started_at) / 1_000)
  t.same(
    own('webhook-timestamp').map(Number),
    started.map(Math.floor),
    'that of the attempt, not of the event',
  )
  for (const name of ['webhook-timestamp', 'webhook-signature']) t.equal(new Set(own(name)).size, 3)
  for (const request of received) {
    accepted(t, secret, request, `attempt ${request.headers['webhook-attempt']}`)
    t.ok(request.body.equals(payload), 'the bytes that are stored')
  }
})

t.test('endpoints get the same bytes, each under an id and with a signature of its own', async (t) => {
  const { secret, register, startWorker, plan, receiver } = await openSigned(t)
  const other = await startReceiver(t)
  const { secret: secretOfOther } = await register('company-a', other.url)
  startWorker()
  await plan(...created(1))
  const [[first], [second]] = await Promise.all([receiver.count(1), other.count(1)])
  if (!first || !second) throw new Error('nothing has arrived')
  t.ok(first.body.equals(second.body))
  t.equal(first.json.id, second.json.id, 'the event has one id')
  t.not(first.headers['webhook-id'], second.headers['webhook-id'])
  accepted(t, secret, first, 'one')
  accepted(t, secretOfOther, second, 'the other')
  refused(t, secret, second, MISMATCH, 'with the secret of the first')
})
