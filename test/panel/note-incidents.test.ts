import { randomUUID } from 'node:crypto'
import { setPolicy } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/panel.js'
import { faultOf } from './ground.js'
import { openOffice, typedIn } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, eventsOf, storyOf, noteOf, pool, haulier } = office

const damage = { type: 'damage', description: 'Dos palés volcados' } as const

/** The last time that clocks in Spain showed this, on a day of this or the last year that is past. */
function pastAutumnChange(): string {
  const now = new Date()
  const inYear = (year: number): string => {
    const last = new Date(Date.UTC(year, 9, 31))
    return `${year}-10-${31 - last.getUTCDay()}`
  }
  const thisYear = inYear(now.getUTCFullYear())
  return new Date(`${thisYear}T12:00:00Z`) < now ? thisYear : inYear(now.getUTCFullYear() - 1)
}

t.test('an incident is reported with the time that clocks showed, and resolved', async (t) => {
  const id = await lucia.create()
  const day = pastAutumnChange()
  const report = { ...damage, severity: 'high', place: 'Zaragoza' }
  const page = await lucia.fill(id, 'incidencias', { ...report, occurred_at: `${day}T12:30` })
  t.match((await lucia.follow(page)).text, /Incidencia comunicada/)
  const [, reported] = await eventsOf(id)
  t.match(reported, {
    metadata: { actor: { kind: 'user', id: lucia.user.id } },
    data: { ...report, occurred_at: `${day}T11:30:00.000Z` },
  })
  const { incidents } = await noteOf(id)
  const incident = incidents[0]?.incident_id ?? ''
  const form = `incidencias/${incident}/resolver`
  t.match((await lucia.open(`/ecmrs/${id}/${form}`)).text, /Daños: Dos palés volcados/)
  const wrong = await emma.fill(id, form, { outcome: 'forgotten', note: 'x'.repeat(2001) })
  t.equal(wrong.status, 400)
  t.match(faultOf(wrong, 'outcome'), /Choose one/)
  t.match(faultOf(wrong, 'note'), /at most 2000/)
  t.equal((await lucia.fill(id, form, { outcome: 'continue', note: 'Recolocados' })).status, 303)
  t.match((await eventsOf(id)).at(-1), {
    type: 'IncidentResolved',
    data: { incident_id: incident, outcome: 'continue', note: 'Recolocados' },
  })
  t.match((await lucia.open(`/ecmrs/${id}/${form}`)).text, /ya está resuelta/)
  t.equal((await lucia.fill(id, form, { outcome: 'lost' })).status, 409)
  t.equal((await lucia.fill(id, 'incidencias/nope/resolver', { outcome: 'lost' })).status, 404)
})

t.test('an hour that clocks showed twice is asked about; one that they skipped is refused', async (t) => {
  const id = await lucia.create()
  const local = `${pastAutumnChange()}T02:30`
  const asked = await lucia.fill(id, 'incidencias', { ...damage, occurred_at: local })
  t.equal(asked.status, 400)
  t.match(faultOf(asked, 'occurred_at_offset'), /una de las dos/)
  t.match(asked.text, /La primera \(horario de verano, UTC\+02:00\)/)
  t.equal(typedIn(asked, 'description'), damage.description)
  await lucia.fill(id, 'incidencias', { ...damage, occurred_at: local, occurred_at_offset: '+01:00' })
  t.equal((await eventsOf(id)).at(-1)?.data.occurred_at, `${local.slice(0, 10)}T01:30:00.000Z`)
  const spring = await lucia.fill(id, 'incidencias', { ...damage, occurred_at: '2026-03-29T02:30' })
  t.match(faultOf(spring, 'occurred_at'), /no existió/)
})

t.test('every field of an incident is looked at', async (t) => {
  const id = await lucia.create()
  const place = 'x'.repeat(201)
  const odd = { type: 'boredom', severity: 'huge', description: '', occurred_at: 'soon', place }
  const page = await emma.fill(id, 'incidencias', odd)
  t.equal(page.status, 400)
  for (const [field, sentence] of [
    ['type', /Choose one/],
    ['severity', /Choose one/],
    ['description', /Fill in/],
    ['occurred_at', /a valid date and time/],
    ['place', /at most 200/],
  ] as const)
    t.match(faultOf(page, field), sentence, field)
  t.equal(typedIn(page, 'place'), place)
  const future = await lucia.fill(id, 'incidencias', { ...damage, occurred_at: '2099-01-01T10:00' })
  t.equal(future.status, 409)
  t.match(faultOf(future, 'occurred_at'), /hora futura/)
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

t.test('while an incident is open, other forms say that it has to be resolved first', async (t) => {
  const id = await lucia.create()
  await lucia.fill(id, 'incidencias', damage)
  const [incident] = (await noteOf(id)).incidents
  for (const form of ['editar', 'firmar?rol=sender', 'estado', 'anular']) {
    const page = await lucia.open(`/ecmrs/${id}/${form}`)
    t.match(page.text, /Hay una incidencia abierta.* Resolver incidencia/, form)
    t.match(page.html, `href="/ecmrs/${id}/incidencias/${incident?.incident_id}/resolver"`, form)
  }
  t.match((await emma.fill(id, 'estado', { status: 'assigned' })).text, /An incident is open/)
})

t.test('a reservation of any party is recorded; after delivery only the receiver’s', async (t) => {
  const id = await lucia.create()
  const sent = { by: 'carrier', grounds: 'Embalaje mojado', once: randomUUID() }
  await lucia.fill(id, 'reservas', sent)
  await lucia.fill(id, 'reservas', sent)
  t.strictSame(await storyOf(id), ['EcmrCreated', 'ReservationRecorded'], 'once')
  t.match((await eventsOf(id)).at(-1)?.data, { by: 'carrier', grounds: 'Embalaje mojado' })
  const wrong = await lucia.fill(id, 'reservas', { by: 'nobody', grounds: '' })
  t.match(faultOf(wrong, 'by'), /Elija/)
  t.match(faultOf(wrong, 'grounds'), /Rellene/)
  await lucia.fill(id, 'estado', { status: 'delivered', unsigned_reason: 'Nadie' })
  t.notMatch((await lucia.open(`/ecmrs/${id}/reservas`)).html, /<option value="carrier"/)
  const late = await lucia.fill(id, 'reservas', { by: 'carrier', grounds: 'Tarde' })
  t.match(late, { status: 409, text: /solo el destinatario/ })
})

t.test('a note moves on to the states allowed, with a reason when there is no signature', async (t) => {
  const id = await lucia.create()
  const options = async (): Promise<readonly string[]> => {
    const { html } = await lucia.open(`/ecmrs/${id}/estado`)
    return [...html.matchAll(/<option value="(\w+)"/g)].map(([, value = '']) => value)
  }
  t.strictSame(await options(), ['assigned', 'in_transit', 'delivered'])
  const moved = await lucia.fill(id, 'estado', { status: 'assigned' })
  t.match((await lucia.follow(moved)).text, /Estado cambiado/)
  t.strictSame(await options(), ['in_transit', 'delivered'])
  await lucia.fill(id, 'estado', { status: 'delivered', unsigned_reason: 'El almacén estaba cerrado' })
  t.match((await noteOf(id)).unsigned_reason, 'El almacén estaba cerrado')
  t.match((await lucia.open(`/ecmrs/${id}/estado`)).text, /El estado ya no se puede cambiar/)
  const back = await emma.fill(id, 'estado', { status: 'draft' })
  t.match(back, { status: 409, text: /cannot go from its current status/ })
  t.equal((await lucia.fill(id, 'estado', { status: 'nowhere' })).status, 400)
})

t.test('a delivery may be stated with its time, which is shown beside that of recording', async (t) => {
  const id = await lucia.create()
  const day = pastAutumnChange()
  const deliver = { status: 'delivered', unsigned_reason: 'Nadie' }
  for (const [fields, name, sentence] of [
    [{ status: 'assigned', at: `${day}T12:30` }, 'at', /solo si el nuevo estado es «En tránsito» o/],
    [{ ...deliver, at: `${day}T02:30` }, 'at_offset', /una de las dos/],
    [{ ...deliver, at: 'soon' }, 'at', /una fecha y una hora válidas/],
  ] as const)
    t.match(faultOf(await lucia.fill(id, 'estado', fields), name), sentence)
  const future = await lucia.fill(id, 'estado', { ...deliver, at: '2099-01-01T10:00' })
  t.match(faultOf(future, 'at'), /hora futura/)
  await lucia.fill(id, 'estado', { status: 'in_transit' })
  const early = await emma.fill(id, 'estado', { ...deliver, at: `${day}T12:30` })
  t.match(faultOf(early, 'at'), /cannot be before the goods were taken over/)
  const other = await lucia.create()
  t.equal((await lucia.fill(other, 'estado', { ...deliver, at: `${day}T12:30` })).status, 303)
  t.equal((await noteOf(other)).delivered_at, `${day}T11:30:00.000Z`)
  const steps = (await lucia.open(`/ecmrs/${other}`)).text
  t.match(
    steps,
    /Entrega confirmada \d+ oct \d{4}, 12:30 · Lucía Fernández · hora declarada; registrado el \d+ /,
  )
})

t.test('a note is cancelled for a reason, while the goods are not taken over', async (t) => {
  const id = await lucia.create()
  t.match(faultOf(await lucia.fill(id, 'anular', { reason: '' }), 'reason'), /Rellene/)
  t.match((await lucia.open(`/ecmrs/${id}/anular`)).html, /data-confirm="¿Anular/)
  const sent = { reason: 'Pedido duplicado', once: randomUUID() }
  await lucia.fill(id, 'anular', sent)
  t.equal((await lucia.fill(id, 'anular', sent)).status, 303, 'twice is once')
  t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrCancelled'])
  const gone = await lucia.create()
  await lucia.fill(gone, 'estado', { status: 'in_transit' })
  t.match((await lucia.open(`/ecmrs/${gone}/anular`)).text, /ya no se puede anular/)
  t.match((await emma.fill(gone, 'anular', { reason: 'x' })).text, /can no longer be cancelled/)
})

t.test('another vehicle takes the goods on', async (t) => {
  const id = await lucia.create({ vehicle_plate: '1234 BCD', driver_name: 'Iván Ruiz' })
  t.notMatch((await lucia.open(`/ecmrs/${id}`)).html, /\/vehiculo"/)
  t.match((await lucia.open(`/ecmrs/${id}/vehiculo`)).text, /La mercancía no está en camino/)
  await lucia.fill(id, 'estado', { status: 'in_transit' })
  t.match((await lucia.open(`/ecmrs/${id}`)).html, `/ecmrs/${id}/vehiculo"`)
  const form = await lucia.open(`/ecmrs/${id}/vehiculo`)
  t.match(form.html, /name="vehicle_plate"[^>]* value="1234 BCD"/)
  const same = {
    vehicle_plate: '1234 BCD',
    trailer_plate: '',
    driver_name: 'Iván Ruiz',
    driver_phone: '',
    reason: 'Avería',
  }
  t.match(faultOf(await lucia.fill(id, 'vehiculo', same), 'vehicle_plate'), /Cambie al menos/)
  t.match(
    faultOf(await lucia.fill(id, 'vehiculo', { ...same, vehicle_plate: '' }), 'vehicle_plate'),
    /Rellene/,
  )
  const other = { ...same, vehicle_plate: '9999 XYZ', driver_name: '' }
  t.match(faultOf(await emma.fill(id, 'vehiculo', { ...other, reason: '' }), 'reason'), /Fill in/)
  const early = await emma.fill(id, 'vehiculo', { ...other, changed_at: '2026-01-01T10:00' })
  t.match(faultOf(early, 'changed_at'), /before the goods were taken over|at most a year before/)
  t.match((await lucia.follow(await lucia.fill(id, 'vehiculo', other))).text, /Vehículo cambiado/)
  t.match((await noteOf(id)).fields, { vehicle_plate: '9999 XYZ' })
  t.notOk('driver_name' in (await noteOf(id)).fields, 'what is emptied is cleared')
  const page = await lucia.open(`/ecmrs/${id}`)
  t.match(page.text, /Antes, del .+ al .+: 1234 BCD/)
  t.match(page.text, /Vehículo o conductor cambiado\. Avería/)
})

t.test('a delivery recorded by mistake is taken back for a reason', async (t) => {
  const id = await lucia.create({ carrier_company_name: 'Transportes Guadalquivir' })
  t.notMatch((await lucia.open(`/ecmrs/${id}`)).html, /retirar-entrega/)
  t.match(
    (await lucia.open(`/ecmrs/${id}/retirar-entrega`)).text,
    /No hay ninguna entrega que se pueda retirar/,
  )
  await lucia.fill(id, 'estado', { status: 'in_transit' })
  await lucia.fill(id, 'estado', { status: 'delivered', unsigned_reason: 'Cerrado' })
  t.match((await lucia.open(`/ecmrs/${id}`)).html, `/ecmrs/${id}/retirar-entrega`)
  t.match((await lucia.open(`/ecmrs/${id}/retirar-entrega`)).html, /data-confirm="¿Retirar la entrega/)
  t.match(faultOf(await lucia.fill(id, 'retirar-entrega', { reason: '' }), 'reason'), /Rellene/)
  t.match(faultOf(await lucia.fill(id, 'retirar-entrega', { reason: 'x'.repeat(2001) }), 'reason'), /2\.?000/)
  const sent = { reason: 'Era otra carta de porte', once: randomUUID() }
  await lucia.fill(id, 'retirar-entrega', sent)
  t.equal((await lucia.fill(id, 'retirar-entrega', sent)).status, 303, 'twice is once')
  t.strictSame((await storyOf(id)).slice(-2), ['DeliveryConfirmed', 'DeliveryReverted'])
  const page = await lucia.open(`/ecmrs/${id}`)
  t.match(page.text, /Entrega retirada\. Era otra carta de porte/)
  t.match(page.text, /La entrega registrada se retiró: los plazos/)
  t.match((await emma.open(`/ecmrs/${id}/historial`)).text, /Delivery taken back/)
})

t.test('under the strict policy, forms say what is missing', async (t) => {
  await setPolicy(pool, haulier.id, 'strict', operator)
  t.teardown(() => setPolicy(pool, haulier.id, 'lenient', operator))
  const id = await lucia.create()
  const status = await lucia.open(`/ecmrs/${id}/estado`)
  t.match(status.text, /exige completarlos antes de este paso\. Falta: Transportista: nombre o razón/)
  const page = await emma.open(`/ecmrs/${id}/firmar?rol=carrier`)
  t.match(page.text, /requires it before this step\. Missing: Carrier: company name/)
})
