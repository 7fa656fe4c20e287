import { randomUUID } from 'node:crypto'
import { type EcmrFields, ecmrFields, fieldNames, PRINTABLE } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './ground.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel, hostile(0))
const lucia = await panel.person(panel.haulier, 'member', hostile(1))

/** What a browser would take for an element, different for each place. */
function hostile(place: number): string {
  return `<q${place}"'>&`
}

function escaped(place: number): string {
  return `&lt;q${place}&quot;&#39;&gt;&amp;`
}

const freeTexts = fieldNames.filter((name) => {
  const { type, pattern } = ecmrFields[name]
  return type === 'string' && pattern === PRINTABLE
})

const CARRIER = ['tax_id', 'address', 'city', 'postal_code', 'vehicle_plate', 'remarks']

t.test('what others wrote into a note is text on every page', async (t) => {
  const fields: Partial<EcmrFields> = Object.fromEntries(
    freeTexts.map((name, index) => [name, hostile(10 + index)]),
  )
  let next = 300
  const places: number[] = []
  const text = (): string => {
    places.push(next)
    next += 1
    return hostile(places.at(-1) ?? 0)
  }
  const note = await create({
    ...fields,
    sender_email: `o'neill&co@example.com`,
    goods_dangerous: true,
    seal_numbers: [text()],
    documents: [text()],
    goods_items: [{ description: text(), packaging: text(), marks: text(), hs_code: text() }],
    charges: [{ kind: text(), amount: '1', currency: 'EUR', payer: 'sender' }],
    successive_carriers: [
      { company_name: text(), ...Object.fromEntries(CARRIER.map((member) => [member, text()])) },
    ],
  })
  const incident_id = randomUUID()
  const signed = { role: 'sender', method: 'typed' } as const
  const written = () => ({ signer_tax_id: text(), place: text(), remarks: text() })
  await write(
    note,
    { type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier', grounds: text() },
    { type: 'sign', signature: { ...signed, signer_name: text(), ...written() } },
    { type: 'report_incident', incident_id, incident: { type: 'other', description: text(), place: text() } },
    { type: 'resolve_incident', incident_id, outcome: 'continue', note: text() },
    { type: 'edit', changes: { goods_weight_kg: 1 }, reason: hostile(200) },
    { type: 'cancel', reason: hostile(201) },
  )
  const everyField = freeTexts.map((_, index) => 10 + index)
  for (const language of ['es', 'en']) {
    await lucia.open(`/idioma/${language}`)
    const page = await lucia.open(`/ecmrs/${note.id}`)
    const history = await lucia.open(`/ecmrs/${note.id}/historial`)
    const entry = await lucia.open(`/ecmrs/${note.id}/historial?version=1`)
    const then = await lucia.open(`/ecmrs/${note.id}?version=2`)
    const list = await lucia.open('/ecmrs?include_cancelled=true')
    const anybody = panel.visitor({ 'accept-language': language })
    const tracked = await anybody.open(`/seguimiento/${note.ecmr_number}`)
    for (const { status, html } of [page, history, entry, then, list, tracked]) {
      t.equal(status, 200)
      t.notMatch(html, /<q\d/)
    }
    t.same(missing(page.html, [0, 1, 201, ...everyField, ...places]), [], 'the page shows all of them')
    t.same(missing(entry.html, everyField), [], 'the history shows all of them')
    t.match(history.html, escaped(200))
    t.match(list.html, escaped(10 + freeTexts.indexOf('sender_company_name')))
    t.match(tracked.html, escaped(10 + freeTexts.indexOf('pickup_city')))
  }
  await lucia.open('/idioma/es')
})

t.test('pages are small, also of large notes', async (t) => {
  const large = await create({
    goods_items: Array.from({ length: 200 }, (_, index) => ({
      description: `Naranjas Navelina, calibre ${index}, categoría primera, cajas de madera`,
      packages: 40,
      packaging: 'cajas',
      marks: `NAV-${index}`,
      weight_kg: 600.5,
      volume_m3: 1.8,
      hs_code: '080510',
    })),
    documents: Array.from({ length: 50 }, (_, index) => `Certificado fitosanitario número ${index}`),
  })
  const endless = await create({
    notes: 'n'.repeat(5000),
    goods_items: Array.from({ length: 200 }, () => ({
      description: 'd'.repeat(600),
      marks: 'm'.repeat(300),
    })),
    successive_carriers: Array.from({ length: 20 }, () => ({
      company_name: 'c'.repeat(500),
      address: 'a'.repeat(500),
      remarks: 'r'.repeat(500),
    })),
    charges: Array.from({ length: 50 }, () => ({
      kind: 'k'.repeat(200),
      amount: '1',
      currency: 'EUR',
      payer: 'sender' as const,
    })),
  })
  const signature_image = `data:image/png;base64,${'A'.repeat(299_000)}`
  const drawn = { role: 'sender', method: 'drawn', signature_image } as const
  const signature = { ...drawn, signer_name: 'S'.repeat(200), remarks: 'r'.repeat(2000) }
  for (let times = 0; times < 8; times += 1) {
    const incident_id = randomUUID()
    await write(
      endless,
      { type: 'sign', signature },
      { type: 'record_reservation', reservation_id: randomUUID(), by: 'sender', grounds: 'g'.repeat(2000) },
      { type: 'report_incident', incident_id, incident: { type: 'other', description: 'i'.repeat(5000) } },
      { type: 'resolve_incident', incident_id, outcome: 'continue', note: 'o'.repeat(2000) },
      { type: 'edit', changes: { notes: `${times}`.repeat(5000) }, reason: 'y'.repeat(500) },
    )
  }
  for (let times = 0; times < 25; times += 1)
    await create({ goods_description: 'g'.repeat(5000), sender_company_name: 's'.repeat(500) })
  const addresses = {
    list: '/ecmrs',
    'list, searched': '/ecmrs?search=sevilla',
    'large note': `/ecmrs/${large.id}`,
    'large note, then': `/ecmrs/${large.id}?version=1`,
    'endless note': `/ecmrs/${endless.id}`,
    'history of the large note': `/ecmrs/${large.id}/historial`,
    'history of the endless note': `/ecmrs/${endless.id}/historial`,
    tracking: `/seguimiento/${large.ecmr_number}`,
  }
  for (const [name, address] of Object.entries(addresses)) {
    const { html, status } = await lucia.open(address)
    t.equal(status, 200, name)
    t.ok(Buffer.byteLength(html) < 100 * 1024, `${name}: ${Buffer.byteLength(html)} bytes`)
  }
  const { html } = await lucia.open(addresses['large note'])
  t.match(html, 'NAV-199', 'all items are on one page when they are short')
  const next = /href="([^"]*partida=\d+)"/.exec((await lucia.open(addresses['endless note'])).html)?.[1] ?? ''
  t.match((await lucia.open(next)).text, /Partidas \d+ a \d+ de 200 Primeras partidas Partidas siguientes/)
})

function missing(html: string, places: readonly number[]): readonly number[] {
  return places.filter((place) => !html.includes(escaped(place)))
}
