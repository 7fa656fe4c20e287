import { actingFor } from '@ecmr/domain'
import {
  deleteEndpoint,
  findEndpoint,
  planDeliveries,
  prune,
  type Rotation,
  rotateSecret,
} from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { type Received, startReceiver } from './support/receiver.js'
import { verify } from './support/verify.js'
import { openWorld, secrets } from './support/world.js'

const a = actingFor('company-a')
const b = actingFor('company-b')
const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
const HOUR_MS = 3_600_000

async function openRotations(t: Test) {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  const { endpoint, secret: first } = await world.register('company-a', receiver.url)
  const { id } = endpoint
  async function rotate(rotation: Partial<Rotation> = {}, clock = () => new Date()) {
    const context = { ...world, secrets, clock }
    const rotated = await rotateSecret(context, { company: a, id, actor, ...rotation })
    if (!rotated.ok) throw new Error(rotated.reason)
    return { ...rotated.view, replayed: rotated.replayed }
  }
  /** what a receiver gets next */
  async function next(): Promise<Received> {
    const count = receiver.received.length + 1
    await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
    const request = (await receiver.count(count)).at(-1)
    if (request === undefined) throw new Error('nothing received')
    return request
  }
  const stored = async () =>
    (await world.pool.query('select secret, former_secrets from webhooks.endpoints')).rows[0]
  return { ...world, id, first, rotate, next, stored }
}

t.test('during the overlap an independent library accepts both secrets on the very bytes', async (t) => {
  const { first, rotate, next, startWorker } = await openRotations(t)
  startWorker()
  const before = await next()
  t.ok(verify(first, before))
  const { secret: second } = await rotate()
  t.not(second, first)
  t.match(second, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.throws(() => verify(second, before), 'what was sent before is not signed with it')
  const during = await next()
  t.match(verify(first, during), { type: 'ecmr.created' })
  t.match(verify(second, during), { type: 'ecmr.created' })
  t.equal(String(during.headers['webhook-signature']).split(' ').length, 2)
  const tampered = { ...during, body: Buffer.from(`${during.body} `) }
  for (const secret of [first, second]) t.throws(() => verify(secret, tampered), 'a byte more is refused')
})

t.test('a rotation during the overlap leaves the former secrets theirs', async (t) => {
  const { first, rotate, next, startWorker } = await openRotations(t)
  startWorker()
  const longAgo = () => new Date(Date.now() - 2 * HOUR_MS)
  await rotate({ overlapHours: 24 }, longAgo)
  const { secret: second, endpoint } = await rotate({ overlapHours: 1 }, longAgo)
  t.match(
    endpoint.previous_secret_until,
    new Date(longAgo().getTime() + 24 * HOUR_MS).toISOString().slice(0, 16),
  )
  const { secret: third } = await rotate({ overlapHours: 1 })
  const request = await next()
  t.ok(verify(first, request), 'which was promised a day')
  t.ok(verify(second, request))
  t.ok(verify(third, request))
  t.equal(String(request.headers['webhook-signature']).split(' ').length, 3, 'one had an hour, two hours ago')
})

t.test(
  'at most four former secrets sign at a time; the fifth rotation is refused and changes nothing',
  async (t) => {
    const { rotate, stored } = await openRotations(t)
    for (let nth = 0; nth < 4; nth++) await rotate()
    const before = await stored()
    t.equal(before.former_secrets.length, 4)
    await t.rejects(rotate(), { message: 'too_many_secrets' })
    t.same(await stored(), before)
    await rotate({ overlapHours: 0 })
    t.same((await stored()).former_secrets, [])
  },
)

t.test('without an overlap the secret of before ends at once and is wiped', async (t) => {
  const { first, rotate, next, stored, startWorker } = await openRotations(t)
  startWorker()
  const { secret: second } = await rotate()
  const { secret: third, endpoint } = await rotate({ overlapHours: 0 })
  t.equal(endpoint.previous_secret_until, null)
  t.same((await stored()).former_secrets, [])
  const request = await next()
  for (const secret of [first, second]) t.throws(() => verify(secret, request))
  t.ok(verify(third, request))
  t.notMatch(request.headers['webhook-signature'], / /, 'one signature')
})

t.test('once the overlap is over the secret of before signs no more, and is not shown to', async (t) => {
  const { first, rotate, next, startWorker, id, pool } = await openRotations(t)
  startWorker()
  const twoHoursAgo = () => new Date(Date.now() - 2 * HOUR_MS)
  const { secret: second } = await rotate({ overlapHours: 1 }, twoHoursAgo)
  const request = await next()
  t.throws(() => verify(first, request))
  t.ok(verify(second, request))
  t.match(await findEndpoint(pool, a, id), { previous_secret_until: null })
})

t.test('the overlap lasts 24 hours by default', async (t) => {
  const { rotate } = await openRotations(t)
  const now = new Date('2026-05-01T10:00:00Z')
  const until = async (rotation: Partial<Rotation>) =>
    (await rotate(rotation, () => now)).endpoint.previous_secret_until
  t.equal(await until({}), '2026-05-02T10:00:00.000Z')
  t.equal(await until({ overlapHours: 168 }), '2026-05-08T10:00:00.000Z')
})

t.test('secrets are stored encrypted, audited without themselves, and wiped with the endpoint', async (t) => {
  const { first, rotate, stored, changes, id, pool, recordAudit } = await openRotations(t)
  const { secret, endpoint } = await rotate({ correlationId: 'request-1' })
  const kept = JSON.stringify([await stored(), changes, endpoint])
  for (const each of [first, secret]) t.notOk(kept.includes(each.slice('whsec_'.length)))
  t.match(changes.at(-1), {
    type: 'WebhookSecretRotated',
    company_id: 'company-a',
    data: { webhook_id: id, previous_secret_until: endpoint.previous_secret_until },
    actor,
    correlation_id: 'request-1',
  })
  await deleteEndpoint({ pool, recordAudit }, { company: a, id, actor })
  t.same(await stored(), { secret: null, former_secrets: [] })
})

t.test('a rotation that comes again answers the same secret, and rotates once', async (t) => {
  const { rotate, changes } = await openRotations(t)
  const commandId = '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e'
  const both = await Promise.all([rotate({ commandId }), rotate({ commandId })])
  t.same(both.map(({ replayed }) => replayed).sort(), [false, true])
  t.equal(new Set(both.map(({ secret }) => secret)).size, 1)
  t.equal((await rotate({ commandId })).secret, both[0].secret)
  t.equal(changes.filter(({ type }) => type === 'WebhookSecretRotated').length, 1)
})

t.test('of rotations at once each one’s secret is kept', async (t) => {
  const { first, rotate, stored, id } = await openRotations(t)
  const rotated = await Promise.all(Array.from({ length: 4 }, () => rotate()))
  const { secret, former_secrets } = await stored()
  const kept = [secret, ...former_secrets.map(({ sealed }: { sealed: string }) => sealed)]
  t.same(
    new Set(kept.map((sealed) => secrets.open(sealed, id))),
    new Set([first, ...rotated.map(({ secret }) => secret)]),
  )
})

t.test('a former secret is wiped soon after it has ended; those that still sign stay', async (t) => {
  const { rotate, stored, pool } = await openRotations(t)
  const signal = new AbortController().signal
  await rotate({ overlapHours: 1 }, () => new Date(Date.now() - 2 * HOUR_MS))
  await rotate({ overlapHours: 24 }, () => new Date(Date.now() - 90 * 60_000))
  const { former_secrets } = await stored()
  t.equal(former_secrets.length, 2)
  t.match(await prune({ pool, signal }), { secrets: 1 })
  t.same((await stored()).former_secrets, [former_secrets[0]])
  t.match(await prune({ pool, signal }), { secrets: 0 })
})

t.test('another company’s, a deleted and a malformed endpoint are all unknown', async (t) => {
  const world = await openRotations(t)
  const { id, first, stored, pool, recordAudit } = world
  const ask = (company: typeof a, asked: string) =>
    rotateSecret({ pool, secrets, recordAudit }, { company, id: asked, actor })
  for (const asked of [id, 'x', '', '00000000-0000-0000-0000-000000000000']) {
    t.same(await ask(b, asked), { ok: false, reason: 'not_found' }, asked)
  }
  t.equal(secrets.open((await stored()).secret, id), first)
  await deleteEndpoint({ pool, recordAudit }, { company: a, id, actor })
  t.same(await ask(a, id), { ok: false, reason: 'not_found' })
  t.equal((await stored()).secret, null)
})

t.test('a secret that cannot be read any more is replaced by one that can', async (t) => {
  const { rotate, pool, next, startWorker } = await openRotations(t)
  await pool.query(`update webhooks.endpoints set secret = 'v1.x.y.z'`)
  const { secret } = await rotate()
  startWorker()
  t.ok(verify(secret, await next()))
})
