import { openPool } from '@ecmr/postgres'
import t, { type Test } from 'tap'
import { countStatements } from './support/count-statements.js'
import { startTcpServer } from './support/hostile/tcp-receiver.js'
import { startReceiver } from './support/receiver.js'
import { openReceiving, openWorld } from './support/world.js'

const REFUSING = 'http://127.0.0.1:1/'
const RATE = 5

/** How attempts are shared among companies, endpoints and workers. */
async function openShared(t: Test) {
  const world = await openWorld(t)
  const { rows, eventually } = world
  return {
    ...world,
    /** Registers so many endpoints whose servers never answer. */
    async hang(company: string, endpoints = 1) {
      const servers = await Promise.all(Array.from({ length: endpoints }, () => startTcpServer(t)))
      for (const { url } of servers) await world.register(company, url)
      return servers
    },
    async answering(company: string) {
      const receiver = await startReceiver(t)
      await world.register(company, receiver.url)
      return receiver
    },
    /** Resolves when so many attempts are under way. */
    underWay: (count: number, company?: string) =>
      eventually(
        `select 1 from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
         where d.leased_until is not null and ($2::text is null or e.company_id = $2) having count(*) >= $1`,
        [count, company],
      ),
    /** How many attempts are under way, for each company the numbers of its endpoints, most first. */
    async slots(): Promise<Record<string, readonly number[]>> {
      const leased = await rows(
        `select company_id, json_agg(count order by count desc) as counts from (
           select e.company_id, count(*) from webhooks.deliveries d
           join webhooks.endpoints e on e.id = d.endpoint_id
           where d.leased_until is not null group by e.id) c
         group by 1`,
      )
      return Object.fromEntries(leased.map(({ company_id, counts }) => [company_id, counts]))
    },
  }
}

t.test('when slots are scarce, each company gets as many, and each of its endpoints', async (t) => {
  const { hang, create, startWorker, underWay, slots } = await openShared(t)
  await hang('company-a', 3)
  await hang('company-b')
  for (const company of ['company-a', 'company-b']) await create(40, company)
  startWorker({ limits: { atOnce: 10, stopMs: 0 } })
  await underWay(10)
  t.same(await slots(), { 'company-a': [2, 2, 1], 'company-b': [5] })
})

t.test('what one company does not need goes to the others', async (t) => {
  const { hang, create, startWorker, underWay, slots } = await openShared(t)
  for (const [company, count] of [
    ['company-a', 2],
    ['company-b', 40],
  ] as const) {
    await hang(company)
    await create(count, company)
  }
  startWorker({ limits: { atOnce: 12, stopMs: 0 } })
  await underWay(12)
  t.same(await slots(), { 'company-a': [2], 'company-b': [10] })
})

t.test('slots that become free go to those that have fewest', async (t) => {
  const { register, hang, create, startWorker, eventually, underWay, slots } = await openShared(t)
  const answers: (() => void)[] = []
  const first = await startReceiver(t, (response) => answers.push(() => response.end()))
  await register('company-a', first.url)
  await create(40)
  startWorker({ limits: { atOnce: 4, stopMs: 0 } })
  await first.count(4)
  await hang('company-b')
  await create(40, 'company-b')
  for (const answer of answers.splice(0, 2)) answer()
  // What was answered keeps its lease until it is recorded, although its slot is free before.
  await eventually(`select 1 from webhooks.deliveries where status = 'delivered' having count(*) = 2`)
  await underWay(2, 'company-b')
  t.same(await slots(), { 'company-a': [2], 'company-b': [2] })
})

t.test('a company whose receivers all hang holds its part of the slots, and no more', async (t) => {
  const { hang, answering, create, startWorker, underWay, settled, slots } = await openShared(t)
  await hang('company-a', 4)
  const alive = await answering('company-b')
  await create(40)
  startWorker({ limits: { atOnce: 16, atOncePerCompany: 4, stopMs: 0 } })
  await underWay(4)
  await create(100, 'company-b')
  await alive.count(100)
  await settled('delivered', 100)
  t.same(await slots(), { 'company-a': [1, 1, 1, 1] })
})

t.test('dead receivers, which refuse or hang, cost the others nothing, and nothing is lost', async (t) => {
  const { register, hang, answering, create, startWorker, eventually, settled, rows } = await openShared(t)
  for (const company of ['dead-0', 'dead-1']) await hang(company)
  for (const company of ['dead-2', 'dead-3']) await register(company, REFUSING)
  const good = [await answering('good-0'), await answering('good-1')]
  for (const company of ['dead-0', 'dead-1', 'dead-2', 'dead-3', 'good-0', 'good-1'])
    await create(60, company)
  const worker = startWorker({ schedule: [0, 60_000, 60_000], limits: { atOnce: 48, stopMs: 0 } })
  await Promise.all(good.map((receiver) => receiver.count(60)))
  await eventually('select 1 from webhooks.endpoint_health where open_until is not null having count(*) = 2')
  await settled('delivered', 120)
  await worker.stop()
  const waiting = await rows(
    `select d.status, d.attempts, (select count(*)::int from webhooks.attempts a where a.delivery_id = d.id) as recorded
     from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id where e.company_id like 'dead%'`,
  )
  t.equal(waiting.length, 240)
  t.ok(
    waiting.every(
      ({ status, attempts, recorded }) => status === 'pending' && attempts <= 1 && recorded === attempts,
    ),
    'every attempt is on record, and what waited has used up none',
  )
  const tried = waiting.reduce((sum, { attempts }) => sum + attempts, 0)
  t.ok(tried <= 4 * 16 + 20, `${tried} attempts at the dead`)
})

t.test('an endpoint is sent 16 at a time by all workers together', async (t) => {
  const { hang, answering, create, startWorker, eventually, underWay } = await openShared(t)
  const [dead] = await hang('company-a')
  const options = { limits: { signMs: 20, stopMs: 0 } }
  const first = startWorker(options)
  startWorker(options)
  const [{ at }] = await eventually('select max(seen_at) as at from webhooks.workers having count(*) = 2')
  // The first has given two more signs of life since, so it knows of the second.
  await eventually(
    `select 1 from webhooks.workers where seen_at > $1::timestamptz + interval '50 ms' having count(*) = 2`,
    [at],
  )
  await create(60)
  await underWay(16)
  const other = await answering('company-b')
  await create(50, 'company-b')
  await other.count(50)
  t.equal(dead?.requests(), 16, 'no more though both have looked for work since')
  await first.stop()
  await eventually('select 1 from webhooks.workers having count(*) = 1')
  await underWay(16)
  t.pass('the one that is left takes over the share of the other')
})

t.test('a worker that has died does not count any more after 15 seconds', async (t) => {
  const { rows, hang, create, startWorker, underWay } = await openShared(t)
  await rows(
    `insert into webhooks.workers (id, seen_at)
     select gen_random_uuid(), now() - interval '16 seconds' from generate_series(1, 15)`,
  )
  await hang('company-a')
  await create(40)
  startWorker({ limits: { stopMs: 0 } })
  await underWay(16)
  t.equal((await rows('select 1 from webhooks.workers')).length, 1)
})

t.test('each worker may send one at a time, however many there are', async (t) => {
  const { rows, answering, create, startWorker } = await openShared(t)
  await rows(
    'insert into webhooks.workers (id, seen_at) select gen_random_uuid(), now() from generate_series(1, 40)',
  )
  const receiver = await answering('company-a')
  await create(5)
  startWorker()
  await receiver.count(5)
  t.equal(receiver.received.length, 5)
})

async function openLimited(t: Test) {
  const arrivals: number[] = []
  const world = await openReceiving(t, (response) => {
    arrivals.push(performance.now())
    response.end()
  })
  const limit = (perSecond: number | null) =>
    world.rows('update webhooks.endpoints set max_per_second = $1', [perSecond])
  await limit(RATE)
  return { ...world, arrivals, limit }
}

t.test('two workers together send no faster than the owner has set, and no slower', async (t) => {
  const { url, create, startWorker, arrivals, receiver } = await openLimited(t)
  await create(50)
  const pools = [1, 2].map(() => openPool({ url, max: 3, name: 'counted' }))
  const counts = pools.map(countStatements)
  const begun = performance.now()
  const workers = pools.map((pool) => startWorker({ pool, limits: { pollMs: 600_000 } }))
  // None of them waits for the next poll, which comes after the test.
  await receiver.count(20)
  for (const worker of workers) await worker.stop()
  for (const pool of pools) await pool.end()
  for (const [index, at] of arrivals.entries()) {
    const most = RATE + (RATE * (at - begun)) / 1_000
    t.ok(index + 1 <= most, `${index + 1} had arrived after ${at - begun} ms`)
  }
  const statements = counts.reduce((sum, count) => sum + count(), 0)
  t.ok(statements < 600, `${statements} statements`)
})

t.test('a rate that is set while deliveries wait is kept from then on', async (t) => {
  const { limit, register, create, startWorker, receiver } = await openLimited(t)
  await limit(null)
  await create(30)
  await limit(1)
  const now = new Date()
  // The clock stands still, so a second's worth is all there can be.
  startWorker({ clock: () => now })
  await receiver.count(1)
  const other = await startReceiver(t)
  await register('company-b', other.url)
  await create(1, 'company-b', () => now)
  await other.count(1)
  t.equal(receiver.received.length, 1)
})

t.test('after an idle time a second’s worth goes at once, and no more', async (t) => {
  const { create, startWorker, rows, receiver } = await openLimited(t)
  let now = new Date('2026-03-01T12:00:00.000Z')
  const clock = () => now
  await create(30, 'company-a', clock)
  startWorker({ clock })
  await receiver.count(RATE)
  const nextSendAt = async () =>
    (await rows('select next_send_at from webhooks.endpoint_health'))[0].next_send_at
  t.same(await nextSendAt(), new Date('2026-03-01T12:00:01.000Z'))
  now = new Date('2026-03-01T12:00:00.200Z')
  await receiver.count(RATE + 1)
  now = new Date('2026-03-01T13:00:00.000Z')
  await receiver.count(2 * RATE + 1)
  t.same(await nextSendAt(), new Date('2026-03-01T13:00:01.000Z'))
  t.equal(receiver.received.length, 2 * RATE + 1)
  await rows('update webhooks.deliveries set expedited = true where attempts = 0')
  await receiver.count(30)
  t.pass('what its owner requests goes past the rate')
})
