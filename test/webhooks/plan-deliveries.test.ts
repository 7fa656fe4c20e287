import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

t.test('the same events again, at the same time or later, change nothing', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t)
  await world.register('company-a', receiver.url)
  await world.register('company-a', receiver.url)
  const events = Array.from({ length: 30 }, () => note('company-a').event('EcmrCreated'))
  await Promise.all(Array.from({ length: 5 }, () => planDeliveries(world.pool, events)))
  world.startWorker()
  await world.eventually(...settledAs('delivered', 60))
  await planDeliveries(world.pool, events)
  const { rows } = await world.pool.query(`select count(*) from webhooks.deliveries`)
  t.same(rows, [{ count: 60 }])
  t.equal(receiver.received.length, 60)
})

t.test('an endpoint gets the events that it asked for', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://127.0.0.1/', ['ecmr.signed', 'ecmr.incidencia'])
  const one = note('company-a')
  await planDeliveries(world.pool, [
    one.event('EcmrCreated'),
    one.event('EcmrSigned'),
    one.other('GoodsTakenOver'),
    one.event('IncidentReported'),
    one.event('DeliveryConfirmed'),
  ])
  const { rows } = await world.pool.query('select type, version from webhooks.deliveries order by version')
  t.same(rows, [
    { type: 'ecmr.signed', version: 2 },
    { type: 'ecmr.incidencia', version: 4 },
  ])
})

t.test('an endpoint gets nothing from before it was registered and everything since', async (t) => {
  const world = await openWorld(t)
  const one = note('company-a')
  const before = one.event('EcmrCreated')
  await world.register('company-a', 'http://127.0.0.1/')
  const since = one.event('EcmrSigned')
  await planDeliveries(world.pool, [before, since])
  const { rows } = await world.pool.query('select event_id from webhooks.deliveries')
  t.same(rows, [{ event_id: since.id }])
})

t.test('an event that was on its way while the log moved to another store is still sent', async (t) => {
  const world = await openWorld(t)
  const one = note('company-a')
  const former = one.event('EcmrCreated')
  await world.register('company-a', 'http://127.0.0.1/')
  for (const place of ['0000000000000001-0000000000000001', 'ffffffffffffffff-ffffffffffffffff']) {
    await world.pool.query('update webhooks.endpoints set follows_from = $1', [place])
    await planDeliveries(world.pool, [former])
    const { rows } = await world.pool.query('delete from webhooks.deliveries returning event_id')
    t.same(rows, [{ event_id: former.id }], place)
  }
})

t.test('a payload is stored once for all endpoints', async (t) => {
  const world = await openWorld(t)
  for (let i = 0; i < 3; i++) await world.register('company-a', 'http://127.0.0.1/')
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const { rows } = await world.pool.query(
    'select (select count(*) from webhooks.messages) as messages, (select count(*) from webhooks.deliveries) as deliveries',
  )
  t.same(rows, [{ messages: 1, deliveries: 3 }])
})

t.test('companies without endpoints and events of no interest leave no trace', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://127.0.0.1/')
  await planDeliveries(world.pool, [
    note('company-b').event('EcmrCreated'),
    note('company-a').other('EcmrEdited'),
  ])
  await planDeliveries(world.pool, [])
  const { rows } = await world.pool.query('select 1 from webhooks.messages')
  t.equal(rows.length, 0)
})

t.test('an event that cannot be read is reported and does not delay the others', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://127.0.0.1/')
  const one = note('company-a')
  const skipped: string[] = []
  const tampered = { ...one.event('EcmrCreated'), data: { fields: 7 } }
  const newer = one.event('EcmrSigned')
  const tooNew = { ...newer, metadata: { ...newer.metadata, schema_version: 99 } }
  await planDeliveries(world.pool, [tampered, tooNew, one.event('DeliveryConfirmed')], {
    onSkipped: ({ type }) => skipped.push(type),
  })
  t.same(skipped, ['EcmrCreated', 'EcmrSigned'])
  const { rows } = await world.pool.query('select type from webhooks.deliveries')
  t.same(rows, [{ type: 'ecmr.delivered' }])
})

t.test('the first pause of the schedule comes before the first attempt', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://127.0.0.1/')
  const clock = () => new Date('2026-03-01T12:00:00.000Z')
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')], { clock, firstDelayMs: 5_000 })
  const { rows } = await world.pool.query('select next_attempt_at as at from webhooks.deliveries')
  t.equal(rows[0].at.toISOString(), '2026-03-01T12:00:05.000Z')
})
