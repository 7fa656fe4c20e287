import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { startCrudeServer } from './support/crude-server.js'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const notes = (company: string, count: number) =>
  Array.from({ length: count }, () => note(company).event('EcmrCreated'))
const hanging = (t: Test) => startCrudeServer(t, () => undefined)

type World = Awaited<ReturnType<typeof openWorld>>

/** How many attempts are under way, for each company the numbers of its endpoints, most first. */
async function slots(world: World): Promise<Record<string, readonly number[]>> {
  const { rows } = await world.pool.query(
    `select company_id, json_agg(count order by count desc) as counts from (
       select e.company_id, count(*) from webhooks.deliveries d
       join webhooks.endpoints e on e.id = d.endpoint_id
       where d.leased_until is not null group by e.id) c
     group by 1`,
  )
  return Object.fromEntries(rows.map(({ company_id, counts }) => [company_id, counts]))
}

const leased = (count: number): [string, unknown[]] => [
  'select 1 where (select count(*) from webhooks.deliveries where leased_until is not null) >= $1',
  [count],
]

t.test('when slots are scarce, each company gets as many, and each of its endpoints', async (t) => {
  const world = await openWorld(t)
  for (let n = 0; n < 3; n += 1) await world.register('company-a', (await hanging(t)).url)
  await world.register('company-b', (await hanging(t)).url)
  await planDeliveries(world.pool, notes('company-a', 40))
  await planDeliveries(world.pool, notes('company-b', 40))
  world.startWorker({ limits: { atOnce: 10, stopMs: 0 } })
  await world.eventually(...leased(10))
  t.same(await slots(world), { 'company-a': [2, 2, 1], 'company-b': [5] })
})

t.test('what one company does not need goes to the others', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', (await hanging(t)).url)
  await world.register('company-b', (await hanging(t)).url)
  await planDeliveries(world.pool, notes('company-a', 2))
  await planDeliveries(world.pool, notes('company-b', 40))
  world.startWorker({ limits: { atOnce: 12, stopMs: 0 } })
  await world.eventually(...leased(12))
  t.same(await slots(world), { 'company-a': [2], 'company-b': [10] })
})

t.test('slots that become free go to those that have fewest', async (t) => {
  const world = await openWorld(t)
  const answers: (() => void)[] = []
  const first = await startReceiver(t, (response) => answers.push(() => response.end()))
  await world.register('company-a', first.url)
  await planDeliveries(world.pool, notes('company-a', 40))
  world.startWorker({ limits: { atOnce: 4, stopMs: 0 } })
  await first.count(4)
  const second = await hanging(t)
  await world.register('company-b', second.url)
  await planDeliveries(world.pool, notes('company-b', 40))
  for (const answer of answers.splice(0, 2)) answer()
  // What was answered keeps its lease until it is recorded, although its slot is free before.
  await world.eventually(`select 1 from webhooks.deliveries where status = 'delivered' having count(*) = 2`)
  await world.eventually(
    `select 1 from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
     where d.leased_until is not null and e.company_id = 'company-b' having count(*) = 2`,
  )
  t.same(await slots(world), { 'company-a': [2], 'company-b': [2] })
})

t.test('a company whose receivers all hang holds its part of the slots, and no more', async (t) => {
  const world = await openWorld(t)
  for (let n = 0; n < 4; n += 1) await world.register('company-a', (await hanging(t)).url)
  const alive = await startReceiver(t)
  await world.register('company-b', alive.url)
  await planDeliveries(world.pool, notes('company-a', 40))
  world.startWorker({ limits: { atOnce: 16, atOncePerCompany: 4, stopMs: 0 } })
  await world.eventually(...leased(4))
  await planDeliveries(world.pool, notes('company-b', 100))
  await alive.count(100)
  await world.eventually(...settledAs('delivered', 100))
  t.same(await slots(world), { 'company-a': [1, 1, 1, 1] })
})

t.test('dead receivers, which refuse or hang, cost the others nothing, and nothing is lost', async (t) => {
  const world = await openWorld(t)
  const good = [await startReceiver(t), await startReceiver(t)]
  const dead = [
    (await hanging(t)).url,
    (await hanging(t)).url,
    'http://127.0.0.1:1/a',
    'http://127.0.0.1:1/b',
  ]
  for (const [n, url] of dead.entries()) await world.register(`dead-${n}`, url)
  for (const [n, { url }] of good.entries()) await world.register(`good-${n}`, url)
  const planned = [...dead.map((_, n) => `dead-${n}`), ...good.map((_, n) => `good-${n}`)]
  await planDeliveries(
    world.pool,
    planned.flatMap((company) => notes(company, 60)),
  )
  const worker = world.startWorker({ schedule: [0, 60_000, 60_000], limits: { atOnce: 48, stopMs: 0 } })
  await Promise.all(good.map((receiver) => receiver.count(60)))
  await world.eventually(
    'select 1 from webhooks.endpoint_health where open_until is not null having count(*) = 2',
  )
  await world.eventually(...settledAs('delivered', 120))
  await worker.stop()
  const { rows } = await world.pool.query(
    `select d.status, d.attempts, d.failures, count(*)::int,
       count(*) filter (where (select count(*) from webhooks.attempts a where a.delivery_id = d.id) = d.attempts)::int as told
     from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
     where e.company_id like 'dead%' group by 1, 2, 3`,
  )
  t.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    240,
  )
  for (const row of rows) {
    t.match(row, { status: 'pending', told: row.count }, 'every attempt is on record')
    t.ok(row.attempts <= 1, 'and whatever waited has used up none')
  }
  const tried = rows.reduce((sum, { attempts, count }) => sum + attempts * count, 0)
  t.ok(tried <= 4 * 16 + 20, `${tried} attempts at the dead`)
})
