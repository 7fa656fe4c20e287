import { type NotableEvent, planDeliveries, planWaiting, prune, switchEndpoint } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { created, note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { a, actor, NOWHERE, openReceiving, openWorld } from './support/world.js'

const BATCH = 256
const TYPES = 'select type, version from webhooks.deliveries order by version'

t.test('the same events again, at the same time or later, change nothing', async (t) => {
  const { register, plan, startWorker, settled, rows, receiver } = await openReceiving(t)
  await register('company-a', receiver.url)
  const events = created(30)
  await Promise.all(Array.from({ length: 5 }, () => plan(...events)))
  startWorker()
  await settled('delivered', 60)
  await plan(...events)
  const counts = `select (select count(*) from webhooks.messages) as messages, count(*) as deliveries from webhooks.deliveries`
  t.same(await rows(counts), [{ messages: 30, deliveries: 60 }], 'a payload is stored once for all endpoints')
  t.equal(receiver.received.length, 60)
})

t.test('an endpoint gets the events it subscribes to, none from before it was registered', async (t) => {
  const { register, plan, rows } = await openWorld(t)
  const one = note()
  const before = one.events('EcmrCreated', 'EcmrSigned')
  await register('company-a', NOWHERE, ['ecmr.signed', 'ecmr.incidencia'])
  await plan(
    ...before,
    one.event('EcmrSigned'),
    one.other('GoodsTakenOver'),
    one.event('IncidentReported'),
    one.event('DeliveryConfirmed'),
  )
  t.same(await rows(TYPES), [
    { type: 'ecmr.signed', version: 3 },
    { type: 'ecmr.incidencia', version: 5 },
  ])
})

t.test('an event that was on its way while the log moved to another store is still sent', async (t) => {
  const { register, plan, rows } = await openWorld(t)
  const [former] = created(1)
  if (!former) throw new Error('no event')
  await register('company-a')
  for (const position of ['0000000000000001-0000000000000001', 'ffffffffffffffff-ffffffffffffffff']) {
    await rows('update webhooks.endpoints set follows_from = $1', [position])
    await plan(former)
    t.same(
      await rows('delete from webhooks.deliveries returning event_id'),
      [{ event_id: former.id }],
      position,
    )
  }
})

t.test('companies without endpoints and events of no interest leave no trace', async (t) => {
  const { register, plan, rows } = await openWorld(t)
  await register('company-a')
  await plan(...created(1, 'company-b'), note().other('ReservationRecorded'))
  await plan()
  t.same(await rows('select 1 from webhooks.messages'), [])
})

t.test('an event that cannot be read is reported and does not delay the others', async (t) => {
  const { register, pool, rows } = await openWorld(t)
  await register('company-a')
  const one = note()
  const skipped: string[] = []
  const tampered = { ...one.event('EcmrCreated'), data: { fields: 7 } }
  const newer = one.event('EcmrSigned')
  const tooNew = { ...newer, metadata: { ...newer.metadata, schema_version: 99 } }
  await planDeliveries(pool, [tampered, tooNew, one.event('DeliveryConfirmed')], {
    onSkipped: ({ type }) => skipped.push(type),
  })
  t.same(skipped, ['EcmrCreated', 'EcmrSigned'])
  t.match(await rows(TYPES), [{ type: 'ecmr.delivered' }])
})

t.test('the first pause of the schedule comes before the first attempt', async (t) => {
  const { register, pool, rows } = await openWorld(t)
  await register('company-a')
  const clock = () => new Date('2026-03-01T12:00:00.000Z')
  await planDeliveries(pool, created(1), { clock, firstDelayMs: 5_000 })
  const [{ at }] = await rows('select next_attempt_at as at from webhooks.deliveries')
  t.equal(at.toISOString(), '2026-03-01T12:00:05.000Z')
})

/** Companies with so many endpoints, whose events wait in a queue when there are too many. */
async function openQueue(t: Test, endpoints: Readonly<Record<string, number>>) {
  const world = await openWorld(t)
  const registerMany = async (company: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await world.register(company, `${NOWHERE}/${n}`)
  }
  for (const [company, count] of Object.entries(endpoints)) await registerMany(company, count)
  return {
    ...world,
    registerMany,
    /** As a broker hands out what has happened: in the order of the log. */
    async handOut(...events: readonly NotableEvent[]) {
      for (let first = 0; first < events.length; first += BATCH)
        await world.plan(...events.slice(first, first + BATCH))
    },
    async planAll() {
      while ((await planWaiting(world.pool)) > 0);
    },
    /** How many deliveries are written for each company. */
    async written(...companies: readonly string[]): Promise<readonly number[]> {
      const rows = await world.rows(
        `select company, count(m.*)::int from unnest($1::text[]) with ordinality as wanted (company, nth)
         left join (webhooks.deliveries d join webhooks.messages m using (event_id)) on m.company_id = company
         group by company, nth order by nth`,
        [companies],
      )
      return rows.map(({ count }) => count)
    },
  }
}

t.test('an event behind a burst of another company is planned before the burst is', async (t) => {
  const { register, handOut, written, startWorker, pool } = await openQueue(t, { 'company-a': 20 })
  const receiver = await startReceiver(t)
  await register('company-b', receiver.url)
  const [first, second] = [created(1, 'company-b'), created(1, 'company-b')]
  await handOut(...created(1_500), ...first)
  const [before = 0, other] = await written('company-a', 'company-b')
  t.equal(other, 1)
  t.ok(before <= 512, `${before} of 30,000 came before`)
  startWorker()
  t.match((await receiver.count(1))[0]?.json, { id: first[0]?.id })
  t.ok((await planWaiting(pool)) > 0)
  await handOut(...second)
  await receiver.count(2)
  const [after = 0] = await written('company-a')
  t.ok(after > before && after - before <= 2 * 512, `${after - before} in the next turns`)
})

t.test('companies take turns, and all that they wait for is written, once', async (t) => {
  const { handOut, written, planAll, pool } = await openQueue(t, { 'company-a': 10, 'company-b': 10 })
  const events = [...created(150), ...created(60, 'company-b')]
  const both = () => written('company-a', 'company-b')
  await handOut(...events)
  await handOut(...events)
  t.same(await both(), [0, 0])
  await planWaiting(pool)
  t.same(await both(), [510, 510])
  await Promise.all([planAll(), planAll()])
  await planAll()
  t.same(await both(), [1_500, 600])
  await handOut(...events)
  await planAll()
  t.same(await both(), [1_500, 600])
})

t.test('no event overtakes an earlier one of its company that waits', async (t) => {
  const { register, registerMany, handOut, written, planAll, startWorker, settled } = await openQueue(t, {})
  const receiver = await startReceiver(t)
  await register('company-a', receiver.url)
  await registerMany('company-a', 5)
  const one = note()
  await handOut(...created(200), one.event('EcmrCreated'))
  await handOut(one.event('EcmrSigned'))
  await handOut(one.event('DeliveryConfirmed'))
  t.same(await written('company-a'), [0])
  startWorker({ schedule: [0] })
  await planAll()
  const requests = await receiver.count(203)
  const own = requests.filter(({ json }) => json.data.id === one.id)
  t.same(
    own.map(({ json }) => json.type),
    ['ecmr.created', 'ecmr.signed', 'ecmr.delivered'],
  )
  await settled('delivered', 203)
})

t.test('an endpoint that is registered or disabled while events wait does not receive them', async (t) => {
  const { context, register, handOut, planAll, rows } = await openQueue(t, { 'company-a': 5 })
  const { endpoint } = await register('company-a', 'http://127.0.0.1:9/disabled')
  await handOut(...created(100))
  await register('company-a', 'http://127.0.0.1:9/later')
  await switchEndpoint(context, { company: a, id: endpoint.id, actor, enabled: false })
  await planAll()
  const counts = await rows(
    `select count(d.id)::int from webhooks.endpoints e left join webhooks.deliveries d on d.endpoint_id = e.id
     group by e.url order by e.url`,
  )
  t.same(
    counts.map(({ count }) => count),
    [0, 100, 100, 100, 100, 100, 0],
  )
})

t.test('what waits to be planned is not pruned, however old', async (t) => {
  const { handOut, planAll, written, pool } = await openQueue(t, { 'company-a': 6 })
  await handOut(...created(100))
  await prune({ pool, signal: new AbortController().signal, now: new Date('2036-01-01T00:00:00Z') })
  await planAll()
  t.same(await written('company-a'), [600])
})
