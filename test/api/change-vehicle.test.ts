import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { call, haulier } = await buildTestApi(t)
const change = (id: string, body: object, key?: string) =>
  haulier.call('POST', `/api/ecmrs/${id}/vehicle-changes`, body, key ? { 'idempotency-key': key } : {})

async function onTheWay() {
  const note = await haulier.create({ vehicle_plate: '1234 BCD', trailer_plate: 'R-1234-BCD' })
  await haulier.call('PATCH', `/api/ecmrs/${note.id}`, { status: 'in_transit' })
  return note
}

t.test('another vehicle takes the goods on, and each is in the history', async (t) => {
  const { id } = await onTheWay()
  const incident = { type: 'breakdown', description: 'Motor' }
  await haulier.call('POST', `/api/ecmrs/${id}/incidents`, incident)
  const answer = await change(id, {
    vehicle_plate: '9999 XYZ',
    trailer_plate: null,
    driver_name: 'Eva Luna',
    reason: 'Avería',
    place: 'Girona',
  })
  t.equal(answer.status, 201)
  const record = answer.record()
  t.match(record, { status: 'incident', vehicle_plate: '9999 XYZ', driver_name: 'Eva Luna' })
  t.notOk('trailer_plate' in record)
  const [last] = JSON.parse((await haulier.call('GET', `/api/ecmrs/${id}/events`)).text).data.slice(-1)
  t.match(last, { type: 'VehicleChanged', reason: 'Avería', data: { place: 'Girona', changed_at: String } })
  t.equal(last.data.changed_at, last.recorded_at)
})

t.test('it may be stated since when, and a repeat with its key changes nothing more', async (t) => {
  const { id } = await onTheWay()
  const body = { vehicle_plate: '9999 XYZ', reason: 'Avería' }
  t.match((await change(id, { ...body, changed_at: '2020-01-01T00:00:00Z' })).problem(), {
    status: 400,
    errors: [{ pointer: '/changed_at' }],
  })
  const first = await change(id, body, `vehicle-${id}`)
  const repeat = await change(id, body, `vehicle-${id}`)
  t.equal(repeat.headers['idempotent-replayed'], 'true')
  t.equal(repeat.record().version, first.record().version)
  t.equal((await change(id, body)).record().version, first.record().version, 'the same vehicle is no change')
})

t.test('it is for goods on the way', async (t) => {
  const { id } = await haulier.create()
  const body = { vehicle_plate: '9999 XYZ', reason: 'Avería' }
  t.match((await change(id, body)).problem(), { status: 409, code: 'not_in_transit' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
  t.match((await change(id, body)).problem(), { status: 409, code: 'not_in_transit' })
})

t.test('the public sees that the vehicle changed, and no plate', async (t) => {
  const { id, ecmr_number } = await onTheWay()
  await change(id, { vehicle_plate: '9999 XYZ', driver_name: 'Eva Luna', reason: 'Avería' })
  const { text } = await call('GET', `/api/tracking/${ecmr_number}`)
  t.match(JSON.parse(text).milestones.at(-1), { type: 'vehicle_changed' })
  t.notMatch(text, /9999|Eva|Avería/)
})
