import { actingFor } from '@ecmr/domain'
import {
  deleteEndpoint,
  findDelivery,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  planDeliveries,
  secretBox,
} from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const a = actingFor('company-a')
const b = actingFor('company-b')
const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
const notFound = { ok: false, reason: 'not_found' }

t.test('the secret is shown once, and stored encrypted', async (t) => {
  const world = await openWorld(t)
  const { secret, endpoint } = await world.register('company-a', 'http://127.0.0.1/hooks')
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/, 'as Standard Webhooks writes 32 bytes')
  t.notOk('secret' in endpoint)
  t.notOk(JSON.stringify(await listEndpoints(world.pool, a)).includes(secret))
  const { rows } = await world.pool.query('select * from webhooks.endpoints')
  t.notOk(JSON.stringify(rows).includes(secret.slice('whsec_'.length)))
  t.notOk(JSON.stringify(world.changes).includes('whsec_'))
})

t.test('a sealed secret opens with its key and for its owner only', async (t) => {
  const box = secretBox('key')
  const sealed = box.seal('whsec_x', 'endpoint-1')
  t.equal(box.open(sealed, 'endpoint-1'), 'whsec_x')
  t.not(box.seal('whsec_x', 'endpoint-1'), sealed, 'sealed differently each time')
  t.throws(() => box.open(sealed, 'endpoint-2'))
  t.throws(() => secretBox('another key').open(sealed, 'endpoint-1'))
  const altered = sealed.replace(/[^.](?=[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A'))
  t.throws(() => box.open(altered, 'endpoint-1'))
  t.throws(() => box.open(sealed.replace('v1', 'v2'), 'endpoint-1'))
  t.throws(() => box.open('', 'endpoint-1'))
})

t.test('changes are audited, by whom and to what', async (t) => {
  const world = await openWorld(t)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1/hooks', [
    'ecmr.signed',
    'ecmr.signed',
  ])
  await deleteEndpoint(world, { company: a, id: endpoint.id, actor, correlationId: 'request-1' })
  t.match(world.changes, [
    {
      company_id: 'company-a',
      type: 'WebhookRegistered',
      data: { webhook_id: endpoint.id, url: 'http://127.0.0.1/…', events: ['ecmr.signed'] },
      actor,
    },
    { type: 'WebhookDeleted', data: { webhook_id: endpoint.id }, actor, correlation_id: 'request-1' },
  ])
})

t.test('a change that cannot be audited is not made', async (t) => {
  const world = await openWorld(t)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1/hooks')
  const recordAudit = () => Promise.reject(new Error('no audit'))
  await t.rejects(deleteEndpoint({ pool: world.pool, recordAudit }, { company: a, id: endpoint.id, actor }))
  t.ok(await findEndpoint(world.pool, a, endpoint.id))
})

t.test('a company has at most 20 endpoints, however many it registers at once', async (t) => {
  const world = await openWorld(t)
  const all = await Promise.allSettled(
    Array.from({ length: 25 }, () => world.register('company-a', 'http://127.0.0.1/hooks')),
  )
  t.equal(all.filter(({ status }) => status === 'fulfilled').length, 20)
  const refused = all.filter(({ status }) => status === 'rejected')
  for (const one of refused) t.match(one, { reason: { message: 'too_many_endpoints' } })
  const [newest] = await listEndpoints(world.pool, a)
  await deleteEndpoint(world, { company: a, id: newest?.id ?? '', actor })
  t.ok(await world.register('company-a', 'http://127.0.0.1/hooks'), 'a deleted one makes room')
  t.ok(await world.register('company-b', 'http://127.0.0.1/hooks'), 'others have their own twenty')
})

t.test('two companies never see each other’s endpoints, deliveries or events', async (t) => {
  const world = await openWorld(t)
  const [toA, toB] = [await startReceiver(t), await startReceiver(t)]
  const { endpoint } = await world.register('company-a', toA.url)
  await world.register('company-b', toB.url)
  world.startWorker()
  await planDeliveries(world.pool, [
    note('company-a').event('EcmrCreated'),
    note('company-b').event('EcmrCreated'),
  ])
  await world.eventually(...settledAs('delivered', 2))
  t.equal(toA.received.length, 1)
  t.equal(toB.received.length, 1)
  const [own] = (await listDeliveries(world.pool, a, endpoint.id, { limit: 10 }))?.data ?? []
  t.equal(own?.status, 'delivered')
  const { pool } = world
  t.equal((await listEndpoints(pool, b)).length, 1)
  t.equal(await findEndpoint(pool, b, endpoint.id), undefined)
  t.equal(await listDeliveries(pool, b, endpoint.id, { limit: 10 }), undefined)
  t.equal(await findDelivery(pool, b, endpoint.id, own?.id ?? ''), undefined)
  const [another] = await listEndpoints(pool, b)
  t.equal(
    await findDelivery(pool, b, another?.id ?? '', own?.id ?? ''),
    undefined,
    'nor through an own endpoint',
  )
  t.match(await deleteEndpoint(world, { company: b, id: endpoint.id, actor }), notFound)
  t.ok(await findEndpoint(pool, a, endpoint.id), 'nor deletes it')
})

t.test('malformed ids are like unknown ones', async (t) => {
  const { pool, recordAudit } = await openWorld(t)
  for (const id of ['', 'x', "'; drop table", '00000000-0000-0000-0000-000000000000']) {
    t.equal(await findEndpoint(pool, a, id), undefined)
    t.equal(await listDeliveries(pool, a, id, { limit: 1 }), undefined)
    t.equal(await findDelivery(pool, a, id, id), undefined)
    t.match(await deleteEndpoint({ pool, recordAudit }, { company: a, id, actor }), notFound)
  }
})

t.test(
  'what waits for a deleted endpoint is cancelled, its secret wiped, and nothing more is planned',
  async (t) => {
    const world = await openWorld(t)
    const { endpoint } = await world.register('company-a', 'http://127.0.0.1/hooks')
    const one = note('company-a')
    await planDeliveries(world.pool, [one.event('EcmrCreated')])
    t.match(await deleteEndpoint(world, { company: a, id: endpoint.id, actor }), { ok: true })
    t.match(await deleteEndpoint(world, { company: a, id: endpoint.id, actor }), notFound, 'once')
    await planDeliveries(world.pool, [one.event('EcmrSigned')])
    const { rows } = await world.pool.query(
      'select d.status, e.secret from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id',
    )
    t.same(rows, [{ status: 'cancelled', secret: null }])
  },
)

t.test(
  'an endpoint deleted while something is sent to it: the attempt counts, no retry follows',
  async (t) => {
    const world = await openWorld(t)
    const answers: (() => void)[] = []
    const receiver = await startReceiver(t, (response) => answers.push(() => response.writeHead(500).end()))
    const { endpoint } = await world.register('company-a', receiver.url)
    world.startWorker()
    await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
    await receiver.count(1)
    await deleteEndpoint(world, { company: a, id: endpoint.id, actor })
    for (const answer of answers) answer()
    await world.eventually('select 1 from webhooks.attempts')
    const { rows } = await world.pool.query('select status from webhooks.deliveries')
    t.same(rows, [{ status: 'cancelled' }])
  },
)

t.test('endpoints can be deleted in the thick of it', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response, _, nth) => response.writeHead(nth % 2 ? 500 : 200).end())
  const registered = await Promise.all(
    Array.from({ length: 5 }, () => world.register('company-a', receiver.url)),
  )
  world.startWorker({ schedule: [0, ...Array.from({ length: 100 }, () => 1)] })
  world.startWorker({ schedule: [0, ...Array.from({ length: 100 }, () => 1)] })
  const notes = Array.from({ length: 50 }, () => note('company-a'))
  for (const type of ['EcmrCreated', 'EcmrSigned'] as const) {
    await planDeliveries(
      world.pool,
      notes.map((one) => one.event(type)),
    )
  }
  await receiver.count(20)
  const deletions = registered.map(({ endpoint }) =>
    deleteEndpoint(world, { company: a, id: endpoint.id, actor }),
  )
  for (const deletion of await Promise.all(deletions)) t.match(deletion, { ok: true })
  await world.eventually(
    `select 1 where not exists (select from webhooks.deliveries where status = 'pending')`,
  )
})
