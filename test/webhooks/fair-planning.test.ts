import { actingFor } from '@ecmr/domain'
import { type NotableEvent, planDeliveries, planWaiting, prune, switchEndpoint } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

type World = Awaited<ReturnType<typeof openWorld>>

const BATCH = 256

const created = (company: string, count: number): readonly NotableEvent[] =>
  Array.from({ length: count }, () => note(company).event('EcmrCreated'))

async function registerMany(world: World, company: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await world.register(company, `http://127.0.0.1:9/${n}`)
}

/** As a broker hands out what has happened: in the order of the log. */
async function handOut(world: World, events: readonly NotableEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += BATCH)
    await planDeliveries(world.pool, events.slice(first, first + BATCH))
}

async function planAll(world: World): Promise<void> {
  while ((await planWaiting(world.pool)) > 0);
}

async function written(world: World, company: string): Promise<number> {
  const { rows } = await world.pool.query(
    `select count(*) from webhooks.deliveries d join webhooks.messages m using (event_id) where m.company_id = $1`,
    [company],
  )
  return rows[0].count
}

t.test('an event behind a burst of another company is planned before the burst is', async (t) => {
  const world = await openWorld(t)
  await registerMany(world, 'company-a', 20)
  const receiver = await startReceiver(t)
  await world.register('company-b', receiver.url)
  const [other] = created('company-b', 1)
  if (other === undefined) throw new Error('no event')
  await handOut(world, [...created('company-a', 1_500), other])
  t.equal(await written(world, 'company-b'), 1)
  t.ok(
    (await written(world, 'company-a')) <= 512,
    `${await written(world, 'company-a')} of 30,000 came before`,
  )
  world.startWorker()
  t.match((await receiver.count(1))[0]?.json, { id: other.id })

  const before = await written(world, 'company-a')
  const [next] = created('company-b', 1)
  if (next === undefined) throw new Error('no event')
  t.ok((await planWaiting(world.pool)) > 0)
  await handOut(world, [next])
  await receiver.count(2)
  const inOneTurn = (await written(world, 'company-a')) - before
  t.ok(inOneTurn > 0 && inOneTurn <= 512, `${inOneTurn} in one turn`)
})

t.test('companies take turns, and all that they wait for is written, once', async (t) => {
  const world = await openWorld(t)
  for (const company of ['company-a', 'company-b']) await registerMany(world, company, 10)
  const events = [...created('company-a', 150), ...created('company-b', 60)]
  await handOut(world, events)
  await handOut(world, events)
  t.equal(await written(world, 'company-a'), 0)
  await planWaiting(world.pool)
  t.same([await written(world, 'company-a'), await written(world, 'company-b')], [510, 510])
  await Promise.all([planAll(world), planAll(world)])
  await planAll(world)
  t.same([await written(world, 'company-a'), await written(world, 'company-b')], [1_500, 600])
  await handOut(world, events)
  await planAll(world)
  t.same([await written(world, 'company-a'), await written(world, 'company-b')], [1_500, 600])
})

t.test('no event overtakes an earlier one of its company that waits', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  await registerMany(world, 'company-a', 5)
  const one = note('company-a')
  await handOut(world, [...created('company-a', 200), one.event('EcmrCreated')])
  await handOut(world, [one.event('EcmrSigned')])
  await handOut(world, [one.event('DeliveryConfirmed')])
  t.equal(await written(world, 'company-a'), 0)
  world.startWorker({ schedule: [0] })
  await planAll(world)
  const requests = await receiver.count(203)
  t.same(
    requests.filter(({ json }) => json.data.id === one.id).map(({ json }) => json.type),
    ['ecmr.created', 'ecmr.signed', 'ecmr.delivered'],
  )
  await world.eventually(...settledAs('delivered', 203))
})

t.test('an endpoint that is registered or disabled while events wait does not receive them', async (t) => {
  const world = await openWorld(t)
  const { endpoint } = await world.register('company-a', 'http://127.0.0.1:9/disabled')
  await registerMany(world, 'company-a', 5)
  await handOut(world, created('company-a', 100))
  await world.register('company-a', 'http://127.0.0.1:9/later')
  const company = actingFor('company-a')
  const actor = { kind: 'api_key', id: 'k', name: 'test' } as const
  await switchEndpoint(
    { pool: world.pool, recordAudit: world.recordAudit },
    { company, id: endpoint.id, actor, enabled: false },
  )
  await planAll(world)
  const { rows } = await world.pool.query(
    `select e.url, count(d.id) from webhooks.endpoints e left join webhooks.deliveries d on d.endpoint_id = e.id
     group by 1 order by 1`,
  )
  t.same(
    rows.map(({ count }) => count),
    [100, 100, 100, 100, 100, 0, 0],
  )
})

t.test('what waits to be planned is not pruned, however old', async (t) => {
  const world = await openWorld(t)
  await registerMany(world, 'company-a', 6)
  await handOut(world, created('company-a', 100))
  await prune({
    pool: world.pool,
    signal: new AbortController().signal,
    now: new Date('2036-01-01T00:00:00Z'),
  })
  await planAll(world)
  t.equal(await written(world, 'company-a'), 600)
})
