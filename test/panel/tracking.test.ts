import { randomBytes, randomUUID } from 'node:crypto'
import {
  documentLanguages,
  type EcmrFields,
  ecmrFields,
  ecmrNumber,
  fieldNames,
  PRINTABLE,
} from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { delay, noteWriter, signedBy } from './ground.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel, 'SECRET-actor')
const anybody = panel.visitor()
const pathOf = ({ ecmr_number }: { readonly ecmr_number: string }) => `/seguimiento/${ecmr_number}`

t.test('with its number a shipment can be followed without logging in', async (t) => {
  const note = await create({ pickup_city: 'Cádiz', pickup_country: 'ES', delivery_date: '2026-12-03' })
  await write(note, signedBy('carrier'))
  const page = await anybody.open(pathOf(note))
  t.match(page, { status: 200, html: /<meta name="robots" content="noindex">/ })
  for (const said of [
    ...['En tránsito', 'Cádiz (ES)', 'Toulouse (FR)', '1 dic 2026', '3 dic 2026'],
    ...['Firmada por el transportista', 'Mercancía recogida', 'Europe/Madrid'],
  ])
    t.ok(page.text.includes(said), said)
  t.notMatch(page.text, /incidencia abierta/)
  await write(note, delay('Not public'))
  t.match((await anybody.open(pathOf(note))).text, /Hay una incidencia abierta/)
  const english = await panel.visitor({ 'accept-language': 'en' }).open(pathOf(note))
  t.match(english.text, /There is an open incident.*Times are in mainland Spain time/)
})

t.test('the page is in the reader’s language: chosen, of the account, of the browser', async (t) => {
  const note = await create({ delivery_date: '2026-12-03' })
  const titles = { es: 'Envío', en: 'Shipment', fr: 'Envoi', de: 'Sendung', pt: 'Envio', it: 'Spedizione' }
  for (const language of documentLanguages) {
    const page = await panel.visitor({ 'accept-language': `${language}-CH, nl;q=0.5` }).open(pathOf(note))
    t.match(page, {
      html: `<html lang="${language}">`,
      text: `${titles[language]} ${note.ecmr_number}`,
      headers: {
        'content-language': language,
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
        etag: undefined,
      },
    })
    for (const [, href = '', code] of page.html.matchAll(/href="(\/idioma\/(\w\w)\?siguiente=[^"]+)"/g))
      t.equal(href, `/idioma/${code}?siguiente=${encodeURIComponent(pathOf(note))}`)
  }
  const german = panel.visitor({ 'accept-language': 'fr' })
  t.equal((await german.open(`/idioma/de?siguiente=${pathOf(note)}`)).location, pathOf(note))
  t.match((await german.open('/seguimiento')).text, /Geben Sie die Frachtbriefnummer ein/)
  t.match((await german.open('/seguimiento/x')).text, /Keine Sendung mit dieser Nummer/)
  t.match(await german.open('/entrar'), { html: '<html lang="es">' }, 'other pages have two languages')
  t.match((await panel.visitor({ 'accept-language': 'pl' }).open('/seguimiento')).html, '<html lang="en">')
  t.match((await panel.visitor().open('/seguimiento')).html, '<html lang="es">')
  t.equal((await german.open('/idioma/xx')).status, 404)
})

t.test('what is still to come stands behind what has happened', async (t) => {
  const note = await create({ pickup_date: '2026-12-01', delivery_date: '2026-12-03' })
  const way = async () =>
    [...(await anybody.open(pathOf(note))).html.matchAll(/<li class="step-(\w+)">.*?>([^<]+)</g)].map(
      ([, look, text]) => `${look}: ${text}`,
    )
  const planned = ['planned: Recogida prevista', 'planned: Entrega prevista']
  t.same(await way(), ['done: Carta de porte creada', ...planned])
  await write(note, signedBy('carrier'))
  t.equal((await way()).at(-1), planned[1])
  t.notOk((await way()).includes('planned: Recogida prevista'), 'it was taken over')
  await write(note, { type: 'change_status', to: 'delivered', reason: 'Almacén cerrado' })
  t.equal((await way()).at(-1), 'done: Entregada')
  const dropped = await create()
  await write(dropped, { type: 'cancel', reason: 'Duplicada' })
  t.notMatch((await anybody.open(pathOf(dropped))).html, /step-planned/)
})

t.test('a signature from before a change is shown as such', async (t) => {
  const note = await create()
  await write(note, signedBy('sender'), { type: 'edit', changes: { reference: 'PED-2' }, reason: 'Pedido' })
  const { text } = await anybody.open(pathOf(note))
  t.match(text, /Firmas Firmada por el remitente \(antes de un cambio posterior; falta que vuelva a firmar\)/)
})

t.test('times are those of Madrid, logged in or not', async (t) => {
  const note = await create()
  const { id } = panel.haulier
  await panel.pool.query(`update accounts.companies set time_zone = 'Pacific/Auckland' where id = $1`, [id])
  const times = ({ html }: { readonly html: string }) =>
    [...html.matchAll(/<time[^>]*>([^<]+)</g)].map(([, at]) => at)
  const inside = await (await panel.person(panel.haulier)).open(pathOf(note))
  t.same(times(inside), times(await anybody.open(pathOf(note))))
})

t.test('a cancelled note is said to be cancelled, not why', async (t) => {
  const note = await create()
  await write(note, { type: 'cancel', reason: 'SECRET-reason' })
  const page = await anybody.open(pathOf(note))
  t.match(page.text, /Esta carta de porte está anulada/)
  t.notMatch(page.html, /SECRET/)
})

t.test('nothing private is shown', async (t) => {
  const shown = /^(pickup|delivery)_(city|country|date)$/
  const texts = fieldNames.filter((name) => {
    const { type, format, pattern } = ecmrFields[name]
    return type === 'string' && format === undefined && pattern === PRINTABLE && !shown.test(name)
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
  const written = { signer_tax_id: 'SECRET-tax', place: 'SECRET-place', remarks: 'SECRET-remark' }
  const image = { method: 'drawn', signature_image: 'data:image/png;base64,SECRETSECRET' } as const
  const signature = { role: 'sender', signer_name: 'SECRET-signer', ...image, ...written } as const
  await write(
    note,
    { type: 'sign', signature },
    { type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier', grounds: 'SECRET-grounds' },
    { type: 'report_incident', incident_id, incident },
    { type: 'resolve_incident', incident_id, outcome: 'continue', note: 'SECRET-outcome' },
  )
  for (const language of documentLanguages) {
    const page = await panel.visitor({ 'accept-language': language }).open(pathOf(note))
    t.match(page, { status: 200, text: 'Cádiz', html: `<html lang="${language}">` })
    for (const secret of [/secret/i, /987/, /EUR/, new RegExp(note.id), /Guadalquivir/, /\brobo\b|theft/i])
      t.notMatch(page.html, secret)
  }
})

t.test('the form takes numbers as people type them, and says what is wrong with others', async (t) => {
  const note = await create()
  const { ecmr_number } = note
  const blank = ecmr_number.replaceAll('-', ' ')
  const tight = ` ${ecmr_number.replaceAll('-', '')} `
  const search = (typed: string) => anybody.open(`/seguimiento?numero=${encodeURIComponent(typed)}`)
  for (const typed of [ecmr_number.toLowerCase(), blank, tight, ecmr_number.replace('ECMR-', '')])
    t.equal((await search(typed)).location, pathOf(note), typed)
  t.equal((await anybody.open(pathOf(note).toLowerCase())).status, 200)
  const page = await anybody.open('/seguimiento')
  t.equal(page.status, 200)
  t.notMatch(page.html, /aria-invalid/)
  for (const [typed, text] of [
    ['ECMR-2026-7F3K9QZ2M-1', /último carácter es de control y no cuadra/],
    ['2026 7f3k9qz2m 1', /último carácter es de control y no cuadra/],
    ['PED-2026-0417', /No es un número de carta de porte/],
    ['<script>', /No es un número de carta de porte/],
    [' ', /Escriba el número/],
  ] as const) {
    const page = await search(typed)
    t.match(page, { status: 400, text }, typed)
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
    const behind = await buildTestPanel(t, () => ({ storeWaitMs: 500 }))
    await behind.stopProjections()
    const { ecmr_number } = await noteWriter(behind, 'other').create()
    const never = ecmrNumber(2026, new Uint8Array(randomBytes(9)))
    const find = (number: string) => behind.visitor().open(`/seguimiento/${number}`)
    const [present, absent, malformed] = await Promise.all([find(ecmr_number), find(never), find('nonsense')])
    t.match(present, { status: 503, text: /Aún no se sabe si hay un envío con este número/ })
    t.match(absent, { status: 503, text: present.text })
    t.match(malformed, { status: 404, text: /No hay ningún envío con este número/ })
  },
)
