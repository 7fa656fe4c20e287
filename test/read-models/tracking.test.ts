import { type EcmrFields, fieldNames, type Role } from '@ecmr/domain'
import { shipmentFinder, trackNote } from '@ecmr/read-models'
import t from 'tap'
import { runningScene } from './running.js'

t.test('tracking shows where a shipment is', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id, number } = await writer.create({
    at: '2026-10-01T08:00:59.000Z',
    fields: { sender_country: 'ES', delivery_city: 'Augsburg', delivery_date: '2026-10-07' },
  })
  await writer.send(
    id,
    [{ type: 'sign', signature: { role: 'carrier', signer_name: 'Luis', method: 'typed' } }],
    '2026-10-05T09:30:31.000Z',
  )
  await caughtUp()
  t.same(await trackNote(pool, number), {
    livemode: true,
    ecmr_number: number,
    status: 'in_transit',
    pickup_city: 'Cádiz',
    pickup_country: 'ES',
    pickup_date: '2026-10-05',
    delivery_city: 'Augsburg',
    delivery_country: null,
    delivery_date: '2026-10-07',
    delivered_at: null,
    milestones: [
      { type: 'created', at: '2026-10-01T08:00:00Z' },
      { type: 'signed', role: 'carrier', at: '2026-10-05T09:30:00Z' },
      { type: 'assigned', at: '2026-10-05T09:30:00Z' },
      { type: 'taken_over', at: '2026-10-05T09:30:00Z' },
    ],
    signed_by: ['carrier'],
    outdated_signatures: [],
    incident_open: false,
    cancelled: false,
    updated_at: '2026-10-05T09:30:31.000Z',
  })
  await writer.send(id, [
    { type: 'report_incident', incident_id: id, incident: { type: 'delay', description: 'Strike in Lyon' } },
  ])
  await caughtUp()
  t.match(await trackNote(pool, number), { status: 'incident', incident_open: true })
  await writer.send(id, [{ type: 'resolve_incident', incident_id: id, outcome: 'continue', note: 'Over' }])
  await writer.send(id, [{ type: 'confirm_delivery' }])
  await caughtUp()
  t.match(await trackNote(pool, number), { status: 'delivered', incident_open: false, delivered_at: String })
  t.equal(await trackNote(pool, 'ECMR-2026-000000000-0'), undefined)
})

t.test('a signature counts until the content changes', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id, number } = await writer.create()
  const sign = (role: Role) =>
    writer.send(id, [{ type: 'sign', signature: { role, signer_name: 'Luis', method: 'typed' } }])
  const signatures = async () => {
    await caughtUp()
    const { signed_by, outdated_signatures } = (await trackNote(pool, number)) ?? {}
    return { signed_by, outdated_signatures }
  }
  await sign('sender')
  t.same(await signatures(), { signed_by: ['sender'], outdated_signatures: [] })
  await writer.send(id, [{ type: 'edit', changes: { goods_weight_kg: 12 }, reason: 'Weighed again' }])
  t.same(await signatures(), { signed_by: [], outdated_signatures: ['sender'] })
  await sign('carrier')
  t.same(await signatures(), { signed_by: ['carrier'], outdated_signatures: ['sender'] })
  await sign('sender')
  t.same(await signatures(), { signed_by: ['carrier', 'sender'], outdated_signatures: [] })
  await writer.send(id, [{ type: 'confirm_delivery' }])
  t.same(await signatures(), { signed_by: ['carrier', 'sender'], outdated_signatures: [] })
})

t.test('a delivery that was taken back stays public, with what became of it', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id, number } = await writer.create()
  await writer.send(id, [
    { type: 'sign', signature: { role: 'receiver', signer_name: 'Luis', method: 'typed' } },
  ])
  await writer.send(id, [{ type: 'revert_delivery', reason: 'secret' }])
  await caughtUp()
  const view = await trackNote(pool, number)
  t.match(view, { status: 'draft', delivered_at: null, signed_by: [], outdated_signatures: ['receiver'] })
  t.same(
    view?.milestones.map(({ type }) => type),
    ['created', 'signed', 'delivered', 'delivery_reverted'],
    'what was only inferred from it is gone',
  )
  await writer.send(id, [{ type: 'take_over' }])
  await writer.send(id, [{ type: 'confirm_delivery' }])
  await writer.send(id, [{ type: 'revert_delivery', reason: 'secret' }])
  await caughtUp()
  const after = await trackNote(pool, number)
  t.match(after, { status: 'in_transit', delivered_at: null })
  t.same(
    after?.milestones.slice(3).map(({ type }) => type),
    ['delivery_reverted', 'assigned', 'taken_over', 'delivered', 'delivery_reverted'],
  )
  t.notMatch(JSON.stringify(after), /secret/)
})

t.test('tracking shows nothing private', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const shown = /_(city|country|date)$/
  const texts = fieldNames.filter(
    (name) => !shown.test(name) && !/dangerous|allowed|packages|kg|m3|s$/.test(name),
  )
  const secrets: Partial<EcmrFields> = Object.fromEntries(texts.map((name) => [name, `secret ${name}`]))
  const { id, number } = await writer.create({
    fields: { ...secrets, goods_weight_kg: 987654, carrier_city: 'secret', vehicle_country: 'FR' },
  })
  await writer.send(id, [
    {
      type: 'sign',
      signature: {
        role: 'sender',
        signer_name: 'secret',
        signer_tax_id: 'secret',
        method: 'typed',
        remarks: 'secret',
      },
    },
  ])
  await writer.send(id, [
    { type: 'record_reservation', reservation_id: id, by: 'carrier', grounds: 'secret' },
  ])
  await writer.send(id, [
    {
      type: 'report_incident',
      incident_id: id,
      incident: { type: 'theft', description: 'secret', place: 'secret' },
    },
  ])
  await writer.send(id, [{ type: 'resolve_incident', incident_id: id, outcome: 'continue', note: 'secret' }])
  await writer.send(id, [{ type: 'cancel', reason: 'secret' }])
  await caughtUp()
  const view = await trackNote(pool, number)
  t.equal(view?.cancelled, true)
  // A number is made of random letters.
  const told = JSON.stringify({ ...view, ecmr_number: '' })
  for (const secret of [/secret/, /987654/, /FR/, /theft/, new RegExp(id), /company/, /Calle/])
    t.notMatch(told, secret)
  t.same(
    new Set(Object.keys(view ?? {})),
    new Set([
      'cancelled',
      'delivered_at',
      'delivery_city',
      'delivery_country',
      'delivery_date',
      'ecmr_number',
      'incident_open',
      'livemode',
      'milestones',
      'outdated_signatures',
      'pickup_city',
      'pickup_country',
      'pickup_date',
      'signed_by',
      'status',
      'updated_at',
    ]),
  )
})

t.test(
  'shipments that are asked for at the same time are looked up together, each for who asked',
  async (t) => {
    const { writer, pool, caughtUp } = await runningScene(t)
    const [first, second] = [(await writer.create()).number, (await writer.create()).number]
    await caughtUp()
    const find = shipmentFinder(pool)
    let statements = 0
    const count = (): void => {
      statements++
    }
    pool.on('acquire', count)
    const asked = [first, second, 'ECMR-2026-000000000-0', second]
    const found = await Promise.all(asked.map(find))
    pool.off('acquire', count)
    t.same(
      found.map((view) => view?.ecmr_number),
      [first, second, undefined, second],
    )
    t.same(found[1], await trackNote(pool, second))
    t.equal(statements, 1)
  },
)
