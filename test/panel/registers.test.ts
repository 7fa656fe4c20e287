import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { addEntry } from '@ecmr/application'
import { type EntryData, type Register, registers } from '@ecmr/contract'
import { actingFor, noteStream } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { faultOf, noteWriter } from './ground.js'
import { multipart } from './paper-office.js'

const panel = await buildTestPanel(t)
const { pool, person, haulier, rival, store } = panel
const lucia = await person(haulier, 'member')
const note = await noteWriter(panel).create({ driver_name: 'Iván Ruiz', seal_numbers: ['S1'] })

async function added(register: Register, data: EntryData, company = haulier): Promise<string> {
  const command = { commandId: randomUUID(), correlationId: randomUUID(), actor: operator }
  const to = { ...command, company: actingFor(company.id), register }
  const made = await addEntry({ pool, recordAudit }, { ...to, data })
  if (!made.ok) throw new Error(made.reason)
  return made.entry.id
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const send = (path: string, fields: Readonly<Record<string, string>>, by = lucia) =>
  by.send(path, { once: randomUUID(), ...fields })

t.test('a driver is added, found, changed and removed', async (t) => {
  const faulty = await send('/fichas/conductores/nueva', { name: '', license_expires: '2027-02-30' })
  t.equal(faulty.status, 400)
  t.match(faultOf(faulty, 'name'), /Rellene/)
  t.ok(faultOf(faulty, 'license_expires'))
  const saved = await send('/fichas/conductores/nueva', {
    name: 'Íñigo Peña',
    phone: '600',
    reference: 'C-1',
  })
  t.match(saved, { status: 303, location: '/fichas/conductores' })
  const found = await lucia.open('/fichas/conductores?q=inigo')
  t.match(found.text, /Íñigo Peña/)
  t.match(found.text, /Ficha guardada/)
  const [, id = ''] = /href="\/fichas\/conductores\/([0-9a-f-]{36})"/.exec(found.html) ?? []
  const path = `/fichas/conductores/${id}`
  t.match((await lucia.open(path)).html, /value="Íñigo Peña"/)
  const taken = await send('/fichas/conductores/nueva', { name: 'Otro', reference: 'C-1' })
  t.match(faultOf(taken, 'reference'), /ya tiene esta referencia/)
  const changed = await send(path, {
    name: 'Íñigo Peña',
    phone: '',
    card_expires: '2027-01-31',
    version: '1',
  })
  t.equal(changed.status, 303)
  const stale = await send(path, { name: 'Íñigo', version: '1' })
  t.match(stale, { status: 409, text: /Otra persona ha cambiado/ })
  t.match(stale.html, /name="version" value="2"/)
  t.match((await lucia.open(`${path}/eliminar`)).text, /¿Eliminar Íñigo Peña\?/)
  t.equal((await send(`${path}/eliminar`, {})).status, 303)
  t.equal((await lucia.open(path)).status, 404)
})

t.test('nothing of another company is found or changed', async (t) => {
  const eve = await person(rival)
  for (const [register, where, data] of [
    ['parties', 'empresas', { company_name: 'Secreta S.L.' }],
    ['drivers', 'conductores', { name: 'Secreta' }],
    ['vehicles', 'vehiculos', { plate: 'SECRETA', kind: 'rigid' }],
    ['templates', 'plantillas', { name: 'Secreta', fields: {} }],
  ] as const) {
    const id = await added(register, data)
    for (const path of [`/fichas/${where}/${id}`, `/fichas/${where}/${id}/eliminar`]) {
      t.equal((await eve.open(path)).status, 404, path)
      t.equal((await send(path, { name: 'x', version: '1' }, eve)).status, 404, path)
    }
    t.notMatch((await eve.open(`/fichas/${where}`)).text, /secreta/i)
    t.notMatch((await eve.open(`/fichas/${where}.csv`)).text, /secreta/i)
    t.equal((await eve.open(`/ecmrs/nueva?plantilla=${id}`)).status, 404)
  }
  for (const campo of ['sender_company_name', 'driver_name', 'vehicle_plate'])
    t.match((await eve.open(`/fichas/sugerencias?campo=${campo}&q=secreta`)).html, /^\{"items":\[\]\}$/)
})

t.test('suggestions are few, fill in the controls of the form, and say what has expired', async (t) => {
  await added('parties', { company_name: 'Épicerie du Midi', address: '12 rue', city: 'Lyon', country: 'FR' })
  for (let n = 0; n < 12; n++) await added('parties', { company_name: `Muchas ${n}` })
  await added('drivers', { name: 'Caducado', license_expires: day(-1), card_expires: day(90) })
  await added('vehicles', { plate: 'TR-1', kind: 'trailer' })
  await added('vehicles', { plate: 'TR-2', kind: 'tractor', country: 'ES', inspection_expires: day(10) })
  const asked = async (campo: string, q: string) =>
    JSON.parse((await lucia.open(`/fichas/sugerencias?${new URLSearchParams({ campo, q })}`)).html).items
  t.equal((await asked('sender_company_name', 'muchas')).length, 10)
  const [party] = await asked('receiver_company_name', 'EPICERIE')
  t.match(Object.fromEntries(party.values), {
    receiver_company_name: 'Épicerie du Midi',
    receiver_country: 'Francia',
    receiver_phone: '',
  })
  t.match(await asked('driver_name', 'cadu'), [{ warnings: [/Permiso de conducir: caducó/] }])
  t.match(await asked('vehicle_plate', 'tr'), [{ title: 'TR-2', warnings: [/ITV: caduca el/] }])
  t.match(await asked('trailer_plate', 'tr'), [{ title: 'TR-1', values: [['trailer_plate', 'TR-1']] }])
  for (const [campo, q] of [
    ['sender_company_name', ''],
    ['notes', 'x'],
    ['', ''],
  ] as const)
    t.same(await asked(campo, q), [])
})

t.test('what expires is on the front page, to those who may see it', async (t) => {
  const page = await lucia.open('/')
  t.match(page.text, /Caducidades/)
  t.match(page.text, /Caducado Permiso de conducir: caducó/)
  t.notMatch(page.text, /Tarjeta de conductor: caduca/, 'what ends in 90 days is not said')
  t.match((await lucia.open('/fichas/vehiculos')).text, /ITV: caduca el/)
  t.notMatch((await (await person(haulier, 'driver')).open('/')).text, /Caducidades/)
  t.match((await (await person(haulier, 'reader')).open('/')).text, /Caducidades/)
})

t.test('a note becomes a template, and a template a note', async (t) => {
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `/fichas/plantillas/nueva?desde=${note.id}`)
  const path = `/fichas/plantillas/nueva`
  const from = `${path}?desde=${note.id}`
  t.match((await lucia.open(from)).text, new RegExp(note.ecmr_number))
  const token = (await lucia.open(from)).formToken ?? ''
  const save = (template_name: string) =>
    lucia.send(path, { once: randomUUID(), desde: note.id, template_name }, { token })
  t.match(faultOf(await save(''), 'template_name'), /Rellene/)
  t.match(await save('Sevilla – Toulouse'), { status: 303, location: '/fichas/plantillas' })
  const list = await lucia.open('/fichas/plantillas')
  const [, id = ''] = /nueva\?plantilla=([0-9a-f-]{36})" aria-label="[^"]*Sevilla/.exec(list.html) ?? []
  const form = await lucia.open(`/ecmrs/nueva?plantilla=${id}`)
  t.match(form.html, /name="driver_name"[^>]* value="Iván Ruiz"/)
  t.notMatch(form.html, />S1</, 'seals belong to one carriage')
  t.match(form.html, /name="pickup_date"[^>]* value=""/)
  t.match(form.html, new RegExp(`name="template" value="${id}"`))

  const typed = { template: id, template_name: 'Otra ruta', driver_name: 'Eva', goods_weight_kg: 'mucho' }
  const faulty = await send('/ecmrs/nueva', { ...typed, do: 'template' })
  t.equal(faulty.status, 400)
  t.ok(faultOf(faulty, 'goods_weight_kg'))
  const updated = await send('/ecmrs/nueva', { ...typed, goods_weight_kg: '12,5', do: 'template' })
  t.match(updated, { status: 303, location: '/fichas/plantillas' })
  const { rows } = await pool.query(`select data from registers.entries where id = $1`, [id])
  t.same(rows, [{ data: { name: 'Otra ruta', fields: { driver_name: 'Eva', goods_weight_kg: 12.5 } } }])

  const fresh = await send('/ecmrs/nueva', { template_name: 'A medias', sender_city: 'Jaén', do: 'template' })
  t.equal(fresh.status, 303, 'what is required of a note is not of a template')
  t.equal((await store.readStream(noteStream(id))).length, 0)
})

t.test('a table is checked, told what is wrong with it, and imported', async (t) => {
  const path = '/fichas/vehiculos/importar'
  const upload = async (csv: string | Buffer, what: string, by = lucia) => {
    const token = (await by.open(path)).formToken ?? ''
    const file = ['table', Buffer.from(csv), { name: 'v.csv' }] as const
    const { type, body } = multipart([['_csrf', token], ['do', what], file])
    return by.post(path, body, { 'content-type': type })
  }
  const good = 'plate;kind;inspection_expires\n7777 AAA;tractor;31/12/2027\n8888 AAA;trailer;\n'
  const checked = await upload(good, 'check')
  t.match(checked, { status: 200, text: /El archivo está bien.*Añadidas 2/ })
  t.notMatch((await lucia.open('/fichas/vehiculos')).text, /7777 AAA/)
  const wrong = await upload('plate;kind\n1;barco\n2;"rigid\n', 'import')
  t.match(wrong, { status: 400, text: /No se ha importado nada.*Línea.*3 2 Unas comillas/ })
  const kinds = await upload('plate;kind\n1;barco\n', 'import')
  t.match(kinds, { status: 400, text: /2 kind Elija una de las opciones/ })
  const latin = await upload(Buffer.from('plate;kind\nÑ;rigid\n', 'latin1'), 'import')
  t.match(latin.text, /2 1 El archivo no está en UTF-8/)
  t.match((await upload('', 'import')).text, /Elija un archivo/)
  t.match(await upload('x'.repeat(1_048_600), 'import'), { status: 413, text: /supera 1 MB/ })
  t.match(await upload(good, 'import'), { status: 200, text: /Importado/ })
  const file = await lucia.open('/fichas/vehiculos.csv')
  t.match(file.html, /^\uFEFFid;plate;kind/)
  t.match(file.html, /7777 AAA;tractor;;;2027-12-31/)
  t.match((await upload(file.html, 'import')).text, /Añadidas 0 Modificadas 0/)
})

t.test('pages stay small with a full register of long entries, in both languages', async (t) => {
  await pool.query(
    `insert into registers.entries (id, company_id, register, title, words, data, first_expiry)
     select gen_random_uuid(), $1, r, lpad(n::text, 9), 'x', jsonb_build_object(
       'company_name', $2::text, 'name', $2, 'plate', $2, 'kind', 'tractor', 'tax_id', $2, 'city', $2, 'phone', $2,
       'license_expires', '2020-01-01', 'card_expires', '2020-01-01', 'inspection_expires', '2020-01-01',
       'insurance_expires', '2020-01-01',
       'fields', jsonb_build_object('sender_company_name', $2, 'receiver_company_name', $2)), '2020-01-01'
     from generate_series(1, 150) n, unnest(array['parties', 'drivers', 'vehicles', 'templates']) r`,
    [rival.id, '&'.repeat(500)],
  )
  const eve = await person(rival)
  for (const language of ['es', 'en']) {
    await eve.open(`/idioma/${language}`)
    for (const path of ['empresas', 'conductores', 'vehiculos', 'plantillas'].map(
      (one) => `/fichas/${one}`,
    )) {
      const { html, status } = await eve.open(`${path}?pagina=2`)
      t.equal(status, 200, path)
      t.ok(Buffer.byteLength(html) < 60_000, `${path}: ${Buffer.byteLength(html)}`)
    }
    t.ok(Buffer.byteLength((await eve.open('/')).html) < 60_000)
    const form = Buffer.byteLength((await eve.open('/ecmrs/nueva')).html)
    t.ok(form < 60_000, `${form}`)
  }
  t.equal(registers.length, 4)
})
