import { randomBytes, randomUUID } from 'node:crypto'
import { type EcmrFields, ecmrFields, ecmrNumber, fieldNames } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel, 'SECRET-actor')
const anybody = panel.visitor()

t.test('with its number a shipment can be followed without logging in', async (t) => {
  const note = await create({ pickup_city: 'Cádiz', pickup_country: 'ES', delivery_date: '2026-12-03' })
  await write(note, {
    type: 'sign',
    signature: { role: 'carrier', signer_name: 'Antonio Ruiz', method: 'typed' },
  })
  const page = await anybody.open(`/seguimiento/${note.ecmr_number}`)
  t.equal(page.status, 200)
  t.match(page.text, /En tránsito/)
  t.match(page.text, /Cádiz \(ES\)/)
  t.match(page.text, /Toulouse \(FR\)/)
  t.match(page.text, /1 dic 2026/)
  t.match(page.text, /3 dic 2026/)
  t.match(page.text, /Firmada por el transportista/)
  t.match(page.text, /Mercancía recogida/)
  t.match(page.text, /Europe\/Madrid/)
  t.match(page.html, /<meta name="robots" content="noindex">/)
  t.notMatch(page.text, /incidencia abierta/)

  await write(note, {
    type: 'report_incident',
    incident_id: randomUUID(),
    incident: { type: 'theft', description: 'Nobody is told' },
  })
  t.match((await anybody.open(`/seguimiento/${note.ecmr_number}`)).text, /Hay una incidencia abierta/)
  t.match(await panel.visitor({ 'accept-language': 'en' }).open(`/seguimiento/${note.ecmr_number}`), {
    text: /There is an open incident.*Times are those of mainland Spain/,
  })
})

t.test('times are those of Madrid, logged in or not', async (t) => {
  const note = await create()
  await panel.pool.query(`update accounts.companies set time_zone = 'Pacific/Auckland' where id = $1`, [
    panel.haulier.id,
  ])
  const lucia = await panel.person(panel.haulier)
  const times = ({ html }: { readonly html: string }) =>
    [...html.matchAll(/<time[^>]*>([^<]+)</g)].map(([, at]) => at)
  const path = `/seguimiento/${note.ecmr_number}`
  t.same(times(await lucia.open(path)), times(await anybody.open(path)))
})

t.test('a cancelled note is said to be cancelled, not why', async (t) => {
  const note = await create()
  await write(note, { type: 'cancel', reason: 'SECRET-reason' })
  const page = await anybody.open(`/seguimiento/${note.ecmr_number}`)
  t.match(page.text, /Esta carta de porte está anulada/)
  t.notMatch(page.html, /SECRET/)
})

t.test('nothing private is shown', async (t) => {
  const shown = new Set([
    'pickup_city',
    'delivery_city',
    'pickup_country',
    'delivery_country',
    'pickup_date',
    'delivery_date',
  ])
  const texts = fieldNames.filter((name) => {
    const { type, format, pattern } = ecmrFields[name]
    return type === 'string' && format === undefined && pattern?.startsWith('^(?=') && !shown.has(name)
  })
  t.ok(texts.length > 50)
  const markers: Partial<EcmrFields> = Object.fromEntries(texts.map((name) => [name, 'SECRET']))
  const note = await create({
    ...markers,
    pickup_city: 'Cádiz',
    delivery_city: 'Lyon',
    sender_email: 'secret@example.com',
    goods_weight_kg: 987654.25,
    declared_value: '987654.25',
    declared_value_currency: 'EUR',
    seal_numbers: ['SECRET-seal'],
    documents: ['SECRET-document'],
    goods_items: [{ description: 'SECRET-item' }],
    charges: [{ kind: 'SECRET-charge', amount: '987654.25', currency: 'EUR', payer: 'sender' }],
    successive_carriers: [{ company_name: 'SECRET-successor' }],
  })
  const incident = { type: 'theft', description: 'SECRET-incident', place: 'SECRET-place' } as const
  const incident_id = randomUUID()
  await write(
    note,
    {
      type: 'sign',
      signature: {
        role: 'sender',
        signer_name: 'SECRET-signer',
        signer_tax_id: 'SECRET-tax',
        method: 'drawn',
        signature_image: 'data:image/png;base64,SECRETSECRET',
        place: 'SECRET-place',
        remarks: 'SECRET-remark',
      },
    },
    { type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier', grounds: 'SECRET-grounds' },
    { type: 'report_incident', incident_id, incident },
    { type: 'resolve_incident', incident_id, outcome: 'continue', note: 'SECRET-outcome' },
  )
  for (const language of ['es', 'en']) {
    const page = await panel.visitor({ 'accept-language': language }).open(`/seguimiento/${note.ecmr_number}`)
    t.equal(page.status, 200)
    for (const secret of [/secret/i, /987/, /EUR/, new RegExp(note.id), /Guadalquivir/, /\brobo\b|theft/i])
      t.notMatch(page.html, secret)
    t.match(page.text, 'Cádiz')
  }
})

t.test('the form takes numbers as people type them', async (t) => {
  const note = await create()
  const sloppy = [
    note.ecmr_number.toLowerCase(),
    note.ecmr_number.replaceAll('-', ' '),
    ` ${note.ecmr_number.replaceAll('-', '')} `,
    note.ecmr_number.replace('ECMR-', ''),
  ]
  for (const typed of sloppy) {
    const answer = await anybody.open(`/seguimiento?numero=${encodeURIComponent(typed)}`)
    t.equal(answer.location, `/seguimiento/${note.ecmr_number}`, typed)
  }
  t.equal((await anybody.open(`/seguimiento/${note.ecmr_number.toLowerCase()}`)).status, 200)
  const page = await anybody.open('/seguimiento')
  t.equal(page.status, 200)
  t.notMatch(page.html, /aria-invalid/)
})

t.test('the form says what is wrong with a number', async (t) => {
  const faults = {
    'ECMR-2026-7F3K9QZ2M-1': /último carácter, que lo comprueba, no cuadra/,
    '2026 7f3k9qz2m 1': /último carácter, que lo comprueba, no cuadra/,
    'PED-2026-0417': /No es un número de carta de porte/,
    '<script>': /No es un número de carta de porte/,
    ' ': /Escriba el número/,
  }
  for (const [typed, sentence] of Object.entries(faults)) {
    const page = await anybody.open(`/seguimiento?numero=${encodeURIComponent(typed)}`)
    t.equal(page.status, 400, typed)
    t.match(page.text, sentence, typed)
    t.notMatch(page.html, '<script>')
  }
})

t.test('unknown and malformed numbers are answered alike', async (t) => {
  const bodies = new Set<string>()
  const unknown = await panel.dependencies.numbers.next()
  for (const number of [unknown, 'ECMR-2026-7F3K9QZ2M-1', 'nonsense', randomUUID()]) {
    const page = await panel.visitor().open(`/seguimiento/${number}`)
    t.equal(page.status, 404, number)
    bodies.add(page.html.replaceAll(number, 'NUMBER').replace(/name="_csrf" value="[^"]+"/g, ''))
  }
  t.equal(bodies.size, 1)
})

t.test(
  'while tracking is behind, what is not found is not known yet, whether it exists or not',
  async (t) => {
    const behind = await buildTestPanel(t)
    await behind.stopProjections()
    const note = await noteWriter(behind, 'somebody').create()
    const never = ecmrNumber(2026, new Uint8Array(randomBytes(9)))
    const [present, absent, malformed] = await Promise.all(
      [note.ecmr_number, never, 'nonsense'].map((number) => behind.visitor().open(`/seguimiento/${number}`)),
    )
    t.match(present, { status: 503, text: /Aún no se sabe si hay un envío con este número/ })
    t.match(absent, { status: 503, text: present?.text })
    t.match(malformed, { status: 404, text: /No hay ningún envío con este número/ })
  },
)
