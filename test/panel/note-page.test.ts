import { randomUUID } from 'node:crypto'
import t from 'tap'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')
const anna = await panel.person(panel.rival)

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

t.test('a note is shown in the boxes of the CMR form, by its id and by its number', async (t) => {
  const note = await create({
    carrier_company_name: 'Transportes Genil',
    delivery_date: '2026-12-03',
    delivery_time_from: '08:00',
    delivery_time_to: '12:00',
    cod_amount: '1250.00',
    cod_currency: 'EUR',
    goods_items: [{ description: 'Aceite en garrafas', packages: 12, weight_kg: 300.5 }],
  })
  for (const name of [note.id, note.ecmr_number, note.ecmr_number.toLowerCase()]) {
    const page = await lucia.open(`/ecmrs/${name}`)
    t.equal(page.status, 200, name)
    t.match(page.text, `Carta de porte ${note.ecmr_number}`)
    t.match(page.text, /1 Remitente Aceites del Sur S\.L\./)
    t.match(page.text, /2 Destinatario Épicerie Durand SARL .* Francia/)
    t.match(page.text, /16 Transportista Transportes Genil/)
    t.match(
      page.text,
      /3 Lugar de entrega 12 rue des Carmes Toulouse Francia Previsto: 3 dic 2026, de 08:00 a 12:00/,
    )
    t.match(page.text, /12 Aceite en garrafas 300,5/)
    t.match(page.text, /15 Reembolso 1250,00 EUR/)
    t.match(page.text, /Convenio relativo al contrato de transporte internacional/)
    t.match(page.html, `data-copy="${note.id}"`)
    t.match(page.html, `data-copy="${SITE_URL}/seguimiento/${note.ecmr_number}"`)
    t.match(page.html, /<svg viewBox="0 0 \d+ \d+"[^>]*role="img"/)
  }
  t.match(await lucia.open('/idioma/en').then(() => lucia.open(`/ecmrs/${note.id}`)), {
    text: /2 Consignee Épicerie Durand SARL .* France .*15 Cash on delivery 1250\.00 EUR/,
  })
  await lucia.open('/idioma/es')
})

t.test('a national carriage is under the national law', async (t) => {
  const { id } = await create({ transport_type: 'national' })
  const { text } = await lucia.open(`/ecmrs/${id}`)
  t.match(text, /Ley 15\/2009/)
  t.notMatch(text, /Convenio relativo/)
})

t.test('goods are picked up at the sender’s unless somewhere else is given', async (t) => {
  const usual = await create({ sender_postal_code: '41016' })
  t.match(
    (await lucia.open(`/ecmrs/${usual.id}`)).text,
    /4 Lugar y fecha de recogida Polígono La Negrilla.* 41016 Sevilla Previsto: 1 dic/,
  )
  const elsewhere = await create({ pickup_city: 'Cádiz', pickup_country: 'ES' })
  t.match(
    (await lucia.open(`/ecmrs/${elsewhere.id}`)).text,
    /4 Lugar y fecha de recogida Cádiz España Previsto: 1 dic/,
  )
  const abroad = await create({ pickup_country: 'PT' })
  t.match((await lucia.open(`/ecmrs/${abroad.id}`)).text, /4 Lugar y fecha de recogida Portugal Previsto/)
})

t.test('signatures stand in their boxes, with what they cover and their hashes', async (t) => {
  const note = await create()
  const signed = await write(note, {
    type: 'sign',
    signature: {
      role: 'sender',
      signer_name: 'María López',
      signer_tax_id: '12345678Z',
      method: 'drawn',
      signature_image: `data:image/png;base64,${PIXEL}`,
      place: 'Sevilla',
      remarks: 'Sin reservas',
    },
  })
  const [signature] = signed.signatures
  const page = await lucia.open(`/ecmrs/${note.id}`)
  t.match(
    page.text,
    /22 Firma del remitente María López · NIF 12345678Z Firmada el .* en Sevilla\. Firma dibujada/,
  )
  t.match(page.text, /Sin reservas Cubre el contenido actual/)
  t.match(page.text, signature?.signature_hash)
  t.match(page.text, signature?.content_hash)
  t.match(page.text, /24 Recibo del destinatario Sin firmar/)

  await write(note, { type: 'edit', changes: { goods_weight_kg: 15000 }, reason: 'Pesada en báscula' })
  t.match((await lucia.open(`/ecmrs/${note.id}`)).text, /Anterior a cambios del contenido/)
  await write(note, { type: 'sign', signature: { role: 'sender', signer_name: 'Juan Gil', method: 'typed' } })
  const again = await lucia.open(`/ecmrs/${note.id}`)
  t.match(again.text, /22 Firma del remitente Juan Gil/)
  t.match(again.text, /Firmas anteriores \(1\) Remitente María López/)
})

t.test('a drawn signature is answered as the picture that it is, to its company only', async (t) => {
  const note = await create()
  const drawn = { role: 'sender', signer_name: 'María', method: 'drawn' } as const
  await write(note, {
    type: 'sign',
    signature: { ...drawn, signature_image: `data:image/png;base64,${PIXEL}` },
  })
  const path = `/ecmrs/${note.id}/firmas/1`
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `src="${path}"`)
  const picture = await lucia.open(path)
  t.equal(picture.status, 200)
  t.equal(picture.headers['content-type'], 'image/png')
  t.equal(picture.headers['x-content-type-options'], 'nosniff')
  t.equal((await anna.open(path)).status, 404)
  t.equal((await panel.visitor().open(path)).status, 303)
  for (const place of ['0', '2', 'x', '-1', '1e9'])
    t.equal((await lucia.open(`/ecmrs/${note.id}/firmas/${place}`)).status, 404, place)

  const trick = await create()
  const image = `data:text/html;base64,${Buffer.from('<script>alert(1)</script>').toString('base64')}`
  await write(trick, { type: 'sign', signature: { ...drawn, signature_image: image } })
  t.equal((await lucia.open(`/ecmrs/${trick.id}/firmas/1`)).status, 404, 'nothing but pictures')
})

t.test('incidents, reservations and the history are shown', async (t) => {
  const note = await create()
  const incident_id = randomUUID()
  const late = {
    type: 'delay',
    description: 'Nieve en el puerto',
    severity: 'high',
    place: 'Somport',
  } as const
  await write(
    note,
    { type: 'change_status', to: 'in_transit' },
    { type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier', grounds: 'Film roto' },
    { type: 'report_incident', incident_id, incident: late },
  )
  const open = await lucia.open(`/ecmrs/${note.id}`)
  t.match(open.text, /Retraso Abierta Nieve en el puerto Gravedad: Grave .* Somport Resolver/)
  t.match(open.html, `href="/ecmrs/${note.id}/incidencias/${incident_id}/resolver"`)
  t.match(open.text, /18 Reservas y observaciones Transportista , .*: Film roto/)
  t.match(open.text, /Carta de porte creada .* Transportista asignado .* deducido .* Mercancía recogida/)
  await write(note, { type: 'resolve_incident', incident_id, outcome: 'continue', note: 'Ya pasa' })
  t.match(
    (await lucia.open(`/ecmrs/${note.id}`)).text,
    /Retraso Resuelta .* El transporte continúa .* Ya pasa/,
  )
})

t.test('what is missing is shown with its article, who gives it, and where to fill it in', async (t) => {
  const note = await create()
  const page = await lucia.open(`/ecmrs/${note.id}`)
  t.match(page.text, /CMR, artículo 6: Faltan \d+ datos/)
  t.match(page.text, /Lugar de emisión CMR 6\.1\.a; lo aporta el remitente/)
  t.match(page.text, /Matrícula del vehículo FOM\/2861\/2012 6\.f; lo aporta el transportista/)
  t.match(page.html, `href="/ecmrs/${note.id}/editar#f-issue_place"`)
  const edit = await lucia.open(`/ecmrs/${note.id}/editar`)
  t.match(edit.html, /id="f-issue_place"/, 'the form has that place')
  await write(note, { type: 'change_status', to: 'delivered' })
  t.notMatch((await lucia.open(`/ecmrs/${note.id}`)).html, `/editar#`, 'nothing can be filled in any more')
})

t.test('only what can be done now is offered', async (t) => {
  const offered = async (id: string) => {
    const { html } = await lucia.open(`/ecmrs/${id}`)
    const links = html.matchAll(new RegExp(`class="button[^"]*" href="/ecmrs/${id}/([^"]+)"`, 'g'))
    return [...links].map(([, page]) => page).filter((page) => page !== 'historial')
  }
  const note = await create()
  const all = [
    'firmar?rol=sender',
    'firmar?rol=carrier',
    'firmar?rol=receiver',
    'editar',
    'estado',
    'reservas',
    'incidencias',
    'anular',
  ]
  t.same(await offered(note.id), all)
  await write(note, { type: 'sign', signature: { role: 'carrier', signer_name: 'Antonio', method: 'typed' } })
  t.same(await offered(note.id), [
    'firmar?rol=sender',
    'firmar?rol=receiver',
    'editar',
    'estado',
    'reservas',
    'incidencias',
  ])
  await write(note, { type: 'change_status', to: 'delivered' })
  t.same(await offered(note.id), ['firmar?rol=sender', 'firmar?rol=receiver', 'reservas', 'incidencias'])
  const gone = await create()
  await write(gone, { type: 'cancel', reason: 'Pedido duplicado' })
  t.same(await offered(gone.id), [])
  t.notMatch((await lucia.open(`/ecmrs/${gone.id}`)).html, '/editar', 'nor by what is missing')
  t.match((await lucia.open(`/ecmrs/${gone.id}`)).text, /Anulada el .*\. Pedido duplicado/)
  for (const page of await offered(note.id)) {
    const { status } = await lucia.open(`/ecmrs/${note.id}/${page}`)
    t.equal(status, 200, `what is offered can be opened: ${page}`)
  }
})

t.test('a note is shown as it stood at a version or an instant', async (t) => {
  const note = await create({ reference: 'FIRST' })
  await write(note, { type: 'edit', changes: { reference: 'SECOND' } })
  const url = `/ecmrs/${note.id}`
  const past = await lucia.open(`${url}?version=1`)
  t.match(past.text, /Así estaba esta carta de porte en su versión 1/)
  t.match(past.text, /FIRST/)
  t.notMatch(past.text, /SECOND/)
  t.notMatch(past.html, /class="button[^"]*" href="[^"]*\/editar"/, 'the past cannot be changed')
  t.notMatch(past.html, '/editar', 'nor by what is missing')
  t.match(past.html, `<a href="${url}">Ver como está ahora</a>`)

  const [created] = await panel.store.readStream(`ecmr-${note.id}`)
  const then = created?.metadata.recorded_at ?? ''
  t.match((await lucia.open(`${url}?en=${then}`)).text, /en su versión 1/)
  const present = await lucia.open(`${url}?en=2999-01-01T00:00`)
  t.match(present.text, /SECOND/)
  t.notMatch(present.text, /Así estaba/)

  const faults = {
    'version=0': /Escriba un número de 1 a 2/,
    'version=3': /Escriba un número de 1 a 2/,
    'version=1.5': /Escriba un número de 1 a 2/,
    'version=x': /Escriba un número de 1 a 2/,
    'en=yesterday': /Escriba una fecha y una hora que existan/,
    'en=2026-02-30T10:00': /Escriba una fecha y una hora que existan/,
    'en=2000-01-01T00:00:00Z': /Entonces aún no existía/,
  }
  for (const [query, sentence] of Object.entries(faults)) {
    const page = await lucia.open(`${url}?${query}`)
    t.match(page.text, sentence, query)
    t.match(page.text, /SECOND/, `${query}: shown as it is`)
  }
})

t.test('what is unknown, malformed or another company’s is answered alike', async (t) => {
  const foreign = await create({}, panel.rival)
  const names = [foreign.id, foreign.ecmr_number, randomUUID(), 'nonsense', `${foreign.id}x`, 'ECMR-2026']
  for (const page of ['', '/historial', '/firmas/1']) {
    const bodies = new Set<string>()
    for (const name of names) {
      const answer = await lucia.open(`/ecmrs/${name}${page}`)
      t.equal(answer.status, 404, name)
      bodies.add(
        answer.html
          .replaceAll(encodeURIComponent(name), 'NAME')
          .replace(/name="_csrf" value="[^"]+"/g, '')
          .replace(/<p class="quiet">[0-9a-f-]{36}<\/p>/, ''),
      )
    }
    t.equal(bodies.size, 1, page)
    t.notMatch([...bodies].join(''), foreign.ecmr_number)
  }
  t.equal((await anna.open(`/ecmrs/${foreign.id}`)).status, 200)
})

t.test('a note is never stale, however far the lists are behind', async (t) => {
  await panel.stopProjections()
  const note = await create()
  t.match((await lucia.open(`/ecmrs/${note.id}`)).text, note.ecmr_number)
})
