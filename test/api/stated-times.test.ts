import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { call, haulier } = await buildTestApi(t)
const signature = { role: 'carrier', signer_name: 'Ana Ruiz', method: 'typed' }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const patch = (id: string, body: object) => haulier.call('PATCH', `/api/ecmrs/${id}`, body)

t.test(
  'a pickup, signatures and a delivery are stated with their times, beside those of recording',
  async (t) => {
    const { id, ecmr_number } = await haulier.create()
    const [picked, moved, received] = [ago(300), ago(200), ago(100)]
    const onTheWay = (await patch(id, { status: 'in_transit', taken_over_at: picked })).record()
    t.match(onTheWay, { status: 'in_transit', taken_over_at: picked })
    t.ok(Date.parse(onTheWay.taken_over_recorded_at ?? '') > Date.parse(received))
    const change = { vehicle_plate: '9999 XYZ', reason: 'Avería', changed_at: moved }
    await haulier.call('POST', `/api/ecmrs/${id}/vehicle-changes`, change)
    const receipt = { ...signature, role: 'receiver', signed_at: received }
    const record = (await haulier.call('POST', `/api/ecmrs/${id}/signatures`, receipt)).record()
    t.match(record, { status: 'delivered', delivered_at: received, delivery_recorded_at: String })
    t.match(record.signatures, [{ signed_at: received, recorded_at: record.delivery_recorded_at }])
    t.ok(
      (record.compliance.deadlines[0]?.starts_at ?? '') <= received,
      'time limits count from what was stated',
    )
    const tracked = JSON.parse((await call('GET', `/api/tracking/${ecmr_number}`)).text)
    const minute = (instant: string) => `${instant.slice(0, 16)}:00Z`
    t.match(tracked.milestones.slice(2), [
      { type: 'taken_over', at: minute(picked), recorded_at: String },
      { type: 'vehicle_changed', at: minute(moved), recorded_at: String },
      { type: 'signed', at: minute(received), recorded_at: String },
      { type: 'delivered', at: minute(received), recorded_at: String },
    ])
    t.notOk('recorded_at' in tracked.milestones[0], 'a creation is not stated')
    const again = await haulier.call('PUT', `/api/ecmrs/${id}`, record)
    t.match(
      [again.status, again.record().version],
      [200, record.version],
      'a record can be sent back as read',
    )
  },
)

t.test('a record in transit can be sent back as it was read', async (t) => {
  const { id } = await haulier.create()
  const record = (await patch(id, { status: 'in_transit', taken_over_at: ago(60) })).record()
  const again = await haulier.call('PUT', `/api/ecmrs/${id}`, record)
  t.match([again.status, again.record().version], [200, record.version])
})

t.test('times that cannot be are refused where they stand', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const future = '2199-01-01T00:00:00Z'
  for (const [body, pointer] of [
    [{ status: 'in_transit', taken_over_at: future }, '/taken_over_at'],
    [{ status: 'in_transit', taken_over_at: '2000-01-01T00:00:00Z' }, '/taken_over_at'],
    [{ status: 'in_transit', taken_over_at: 'soon' }, '/taken_over_at'],
    [{ status: 'assigned', taken_over_at: ago(1) }, '/taken_over_at'],
    [{ taken_over_at: ago(1) }, '/taken_over_at'],
    [{ status: 'delivered', delivered_at: future }, '/delivered_at'],
    [{ signature: { ...signature, signed_at: future } }, '/signature/signed_at'],
    [{ signature: { ...signature, signed_at: '2026-11-20T10:00:00' } }, '/signature/signed_at'],
  ] as const)
    t.match(
      (await haulier.call('PATCH', path, body)).problem(),
      { status: 400, errors: [{ pointer }] },
      JSON.stringify(body),
    )
  const signed = await haulier.call('POST', `${path}/signatures`, { ...signature, signed_at: future })
  t.match(signed.problem(), { status: 400, errors: [{ pointer: '/signed_at' }] })
  await patch(id, { status: 'in_transit', taken_over_at: ago(60) })
  const early = { ...signature, role: 'receiver', signed_at: ago(61) }
  t.match((await haulier.call('POST', `${path}/signatures`, early)).problem(), {
    detail: /taken over at .*, after this signature/,
    errors: [{ pointer: '/signed_at', code: 'contradiction' }],
  })
  const other = await patch(id, { status: 'in_transit', taken_over_at: ago(90) })
  t.match(other.problem(), { status: 400, errors: [{ pointer: '/taken_over_at', code: 'contradiction' }] })
})
