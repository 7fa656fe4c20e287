import { planDeliveries } from '@ecmr/webhooks'
import t from 'tap'
import { note } from './support/events.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

t.test('the events of a note come in order, each after the one before was taken', async (t) => {
  const world = await openWorld(t)
  const underWay = new Set<unknown>()
  let overlaps = 0
  const receiver = await startReceiver(t, (response, { json }) => {
    if (underWay.has(json.data.id)) overlaps++
    underWay.add(json.data.id)
    setImmediate(() => {
      underWay.delete(json.data.id)
      response.end()
    })
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  const notes = Array.from({ length: 20 }, () => note('company-a'))
  const types = ['EcmrCreated', 'EcmrSigned', 'IncidentReported', 'DeliveryConfirmed'] as const
  for (const type of types) {
    await planDeliveries(
      world.pool,
      notes.map((one) => one.event(type)),
    )
  }
  const requests = await receiver.count(80)
  for (const { id } of notes) {
    const versions = requests.flatMap(({ json }) => (json.data.id === id ? [json.data.version] : []))
    t.same(versions, [1, 2, 3, 4])
  }
  t.equal(overlaps, 0)
})

t.test('a failing event holds up later ones of its note, and only these', async (t) => {
  const world = await openWorld(t)
  const stuck = note('company-a')
  const refused = new Set<unknown>([stuck.id])
  const receiver = await startReceiver(t, (response, { json }) =>
    response.writeHead(refused.has(json.data.id) && json.data.version === 1 ? 500 : 200).end(),
  )
  await world.register('company-a', receiver.url)
  world.startWorker({ schedule: [0, ...Array.from({ length: 1_000 }, () => 1)] })
  await planDeliveries(world.pool, [stuck.event('EcmrCreated'), stuck.event('EcmrSigned')])
  await receiver.count(3)
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await world.eventually(...settledAs('delivered', 1))
  t.notOk(receiver.received.some(({ json }) => json.data.id === stuck.id && json.data.version === 2))
  refused.delete(stuck.id)
  await world.eventually(...settledAs('delivered', 3))
  t.equal(receiver.received.at(-1)?.json.data.version, 2, 'it follows once the first is through')
})

t.test('after 60 seconds of failing an event gives up its place', async (t) => {
  const world = await openWorld(t)
  let now = new Date('2026-03-01T12:00:00.000Z')
  const clock = () => now
  const receiver = await startReceiver(t, (response, { json }) =>
    response.writeHead(json.data.version === 1 ? 500 : 200).end(),
  )
  await world.register('company-a', receiver.url)
  world.startWorker({ clock, schedule: [0, 3_600_000] })
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')], { clock })
  await world.eventually('select 1 from webhooks.deliveries where failures = 1')
  now = new Date('2026-03-01T12:00:59.000Z')
  await planDeliveries(world.pool, [note('company-a').event('DeliveryConfirmed')], { clock })
  await receiver.count(2)
  t.same(
    receiver.received.map(({ json }) => json.type),
    ['ecmr.created', 'ecmr.delivered'],
    'the place is held until then',
  )
  now = new Date('2026-03-01T12:01:01.000Z')
  await receiver.count(3)
  t.equal(receiver.received[2]?.json.type, 'ecmr.signed')
})

t.test(
  'what comes while an earlier event fails waits as well, and follows when that is given up',
  async (t) => {
    const world = await openWorld(t)
    const receiver = await startReceiver(t, (response, { json }) =>
      response.writeHead(json.data.version === 1 ? 500 : 200).end(),
    )
    await world.register('company-a', receiver.url)
    const first = world.startWorker({ schedule: [0, 3_600_000] })
    const one = note('company-a')
    await planDeliveries(world.pool, [one.event('EcmrCreated')])
    await world.eventually('select 1 from webhooks.deliveries where failures = 1')
    await planDeliveries(world.pool, [one.event('EcmrSigned')])
    const [{ waits }] = await world.eventually(
      'select next_attempt_at > now() as waits from webhooks.deliveries where version = 2',
    )
    t.equal(waits, true, 'no claim has to pass over it meanwhile')
    await first.stop()
    await world.pool.query('update webhooks.deliveries set next_attempt_at = now() where version = 1')
    world.startWorker({ schedule: [0, 3_600_000] })
    await world.eventually(...settledAs('exhausted'))
    await world.eventually(...settledAs('delivered'))
    t.equal(receiver.received.at(-1)?.json.data.version, 2)
  },
)
