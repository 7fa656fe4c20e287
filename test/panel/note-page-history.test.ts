import { randomUUID } from 'node:crypto'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel, 'Programa de tráfico')
const lucia = await panel.person(panel.haulier, 'member')

t.test('the history says who, when, what from what to what, why, and how it is sealed', async (t) => {
  const note = await create({ reference: 'OLD', carrier_company_name: 'Transportes Genil' })
  await write(note, { type: 'edit', changes: { reference: 'NEW', goods_weight_kg: null } })
  await write(note, {
    type: 'sign',
    signature: { role: 'carrier', signer_name: 'Antonio Ruiz', method: 'typed' },
  })
  await write(note, { type: 'edit', changes: { vehicle_plate: '1234 LMN' }, reason: 'Avería' })
  const page = await lucia.open(`/ecmrs/${note.id}/historial`)
  t.equal(page.status, 200)
  t.match(page.text, /Carta de porte creada Versión 1 .* Programa de tráfico \(persona\)/)
  t.match(page.text, /Remitente: nombre o razón social Aceites del Sur S\.L\./)
  t.match(page.text, /Datos modificados Versión 2 .* Su referencia OLD NEW Peso bruto \(kg\) 14\.800 —/)
  t.match(page.text, /Firmada por el transportista Versión 3 .* Firmante Antonio Ruiz/)
  t.match(
    page.text,
    /Transportista asignado Versión 4 .* Nadie lo comunicó: se deduce de lo que vino después/,
  )
  t.match(
    page.text,
    /Cambio de vehículo o de conductor Versión 6 .* Motivo: Avería .* Matrícula del vehículo — 1234 LMN/,
  )
  const events = await panel.store.readStream(`ecmr-${note.id}`)
  for (const { metadata } of events) t.match(page.text, metadata.hash)
  t.match(page.html, `href="/ecmrs/${note.id}?version=2"`)
  await lucia.open('/idioma/en')
  t.match((await lucia.open(`/ecmrs/${note.id}/historial`)).text, /Signed by the carrier Version 3/)
  await lucia.open('/idioma/es')
})

t.test('a long history is turned over page by page', async (t) => {
  const note = await create()
  for (let number = 2; number <= 45; number += 1)
    await write(note, { type: 'edit', changes: { reference: `REF-${number}` } })
  const url = `/ecmrs/${note.id}/historial`
  const first = await lucia.open(url)
  t.match(first.text, /Apuntes 1 a 20 de 45/)
  t.notMatch(first.html, /rel="prev"/)
  const last = await lucia.open(`${url}?page=3`)
  t.match(last.text, /Apuntes 41 a 45 de 45/)
  t.match(last.text, /REF-45/)
  t.notMatch(last.html, /rel="next"/)
  t.match((await lucia.open(`${url}?page=99`)).text, /Esta página del historial está vacía/)
  for (const page of ['0', '-1', 'x', '1e999'])
    t.match((await lucia.open(`${url}?page=${page}`)).text, /Apuntes 1 a 20/, page)
})

t.test('an entry of much content is cut short in the list, and whole by itself', async (t) => {
  const note = await create({
    notes: `${'x'.repeat(400)}END`,
    goods_items: Array.from({ length: 30 }, (_, index) => ({
      description: `Partida ${index}`,
      packages: index,
    })),
  })
  const list = await lucia.open(`/ecmrs/${note.id}/historial`)
  t.notMatch(list.text, /xEND/)
  const whole = await lucia.open(`/ecmrs/${note.id}/historial?version=1`)
  t.match(whole.text, /xEND/)
  t.match(whole.text, /Descripción: Partida 29 · Bultos: 29/)
})

t.test('the history says when it may be behind', async (t) => {
  const note = await create()
  await panel.stopProjections()
  await write(note, {
    type: 'report_incident',
    incident_id: randomUUID(),
    incident: { type: 'other', description: 'x' },
  })
  const page = await lucia.open(`/ecmrs/${note.id}/historial`)
  t.equal(page.status, 200)
  t.match(page.text, /Los últimos cambios aún no se ven aquí/)
})
