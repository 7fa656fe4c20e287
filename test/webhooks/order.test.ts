import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import type { Answer } from './support/receiver.js'
import { HOUR_MS, openReceiving } from './support/world.js'

const versions =
  'select version, status, expedited, failures, attempts from webhooks.deliveries order by version'

/** A receiver that refuses the first event of each note. */
const refuseFirst: Answer = (response, { json }) =>
  response.writeHead(json.data.version === 1 ? 500 : 200).end()

/** An endpoint that is tried again after an hour, with a note whose first event has failed once. */
async function openFailing(t: Test, answer = refuseFirst) {
  const world = await openReceiving(t, answer)
  const worker = world.startWorker({ schedule: [0, HOUR_MS] })
  const one = note()
  await world.plan(one.event('EcmrCreated'))
  await world.eventually('select 1 from webhooks.deliveries where failures = 1')
  return { ...world, worker, one }
}

t.test('the events of a note come in order, each after the one before was taken', async (t) => {
  const underWay = new Set<unknown>()
  let overlaps = 0
  const { startWorker, plan, receiver } = await openReceiving(t, (response, { json }) => {
    if (underWay.has(json.data.id)) overlaps++
    underWay.add(json.data.id)
    setImmediate(() => {
      underWay.delete(json.data.id)
      response.end()
    })
  })
  startWorker()
  const notes = Array.from({ length: 20 }, () => note())
  for (const type of ['EcmrCreated', 'EcmrSigned', 'IncidentReported', 'DeliveryConfirmed'] as const)
    await plan(...notes.map((one) => one.event(type)))
  const requests = await receiver.count(80)
  for (const { id } of notes) {
    const arrived = requests.flatMap(({ json }) => (json.data.id === id ? [json.data.version] : []))
    t.same(arrived, [1, 2, 3, 4])
  }
  t.equal(overlaps, 0)
})

t.test('a failing event holds up later ones of its note, and only these', async (t) => {
  const stuck = note()
  const refused = new Set<unknown>([stuck.id])
  const { startWorker, plan, create, settled, receiver } = await openReceiving(t, (response, { json }) =>
    response.writeHead(refused.has(json.data.id) && json.data.version === 1 ? 500 : 200).end(),
  )
  startWorker({ schedule: [0, ...Array.from({ length: 1_000 }, () => 1)] })
  await plan(...stuck.events('EcmrCreated', 'EcmrSigned'))
  await receiver.count(3)
  await create()
  await settled('delivered', 1)
  t.notOk(receiver.received.some(({ json }) => json.data.id === stuck.id && json.data.version === 2))
  refused.delete(stuck.id)
  await settled('delivered', 3)
  t.equal(receiver.received.at(-1)?.json.data.version, 2, 'it follows once the first is through')
})

t.test('after 60 seconds of failing an event gives up its place', async (t) => {
  let now = new Date('2026-03-01T12:00:00.000Z')
  const clock = () => now
  const { startWorker, pool, eventually, receiver } = await openReceiving(t, refuseFirst)
  startWorker({ clock, schedule: [0, HOUR_MS] })
  await planDeliveries(pool, note().events('EcmrCreated', 'EcmrSigned'), { clock })
  await eventually('select 1 from webhooks.deliveries where failures = 1')
  now = new Date('2026-03-01T12:00:59.000Z')
  await planDeliveries(pool, note().events('DeliveryConfirmed'), { clock })
  await receiver.count(2)
  const types = receiver.received.map(({ json }) => json.type)
  t.same(types, ['ecmr.created', 'ecmr.delivered'], 'the place is held until then')
  now = new Date('2026-03-01T12:01:01.000Z')
  await receiver.count(3)
  t.equal(receiver.received[2]?.json.type, 'ecmr.signed')
})

t.test('what comes while an earlier event fails waits, and follows when that is given up', async (t) => {
  const { worker, one, plan, eventually, rows, startWorker, settled, receiver } = await openFailing(t)
  await plan(one.event('EcmrSigned'))
  const waiting = await eventually(
    'select next_attempt_at > now() as waits from webhooks.deliveries where version = 2',
  )
  t.same(waiting, [{ waits: true }], 'no claim has to pass over it meanwhile')
  await worker.stop()
  await rows('update webhooks.deliveries set next_attempt_at = now() where version = 1')
  startWorker({ schedule: [0, HOUR_MS] })
  await settled('exhausted')
  await settled('delivered')
  t.equal(receiver.received.at(-1)?.json.data.version, 2)
})

t.test('a delivery that its owner requests does not wait for what comes before it, once', async (t) => {
  const { one, plan, rows, eventually, receiver } = await openFailing(t, (response) =>
    response.writeHead(500).end(),
  )
  await plan(one.event('EcmrSigned'))
  await rows('update webhooks.deliveries set expedited = true, next_attempt_at = now() where version = 2')
  await receiver.count(2)
  t.equal(receiver.received[1]?.json.data.version, 2)
  await eventually('select 1 from webhooks.deliveries where version = 2 and failures = 1')
  t.match((await rows(versions))[1], { version: 2, status: 'pending', expedited: false })
})

t.test(
  'a delivery that its owner requested goes first again when a stopping worker broke it off',
  async (t) => {
    const { create, rows, startWorker, receiver } = await openReceiving(t, () => undefined)
    await create()
    await rows('update webhooks.deliveries set expedited = true')
    const worker = startWorker({ limits: { stopMs: 0 } })
    await receiver.count(1)
    await worker.stop()
    t.match(await rows(versions), [{ status: 'pending', expedited: true }])
  },
)
