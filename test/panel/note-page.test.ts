import { randomUUID } from 'node:crypto'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { issueDocument } from '../domain/asks.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import { delay, noteWriter, signedBy } from './ground.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')
const james = await panel.person(panel.haulier, 'member', 'James Hill')
james.cookies.set('__Host-language', 'en')
const anna = await panel.person(panel.rival)
const textOf = async (id: string, query = '') => (await lucia.open(`/ecmrs/${id}${query}`)).text

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const signature_image = `data:image/png;base64,${PIXEL}`
const drawn = { role: 'sender', signer_name: 'María', method: 'drawn', signature_image } as const

t.test('a note is shown in the boxes of the CMR form, by its id and by its number', async (t) => {
  const note = await create({
    sender_country: 'ES',
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
    for (const said of [
      `Carta de porte ${note.ecmr_number}`,
      /1 Remitente Aceites del Sur S\.L\./,
      /2 Destinatario Épicerie Durand SARL .* Francia/,
      /16 Transportista Transportes Genil/,
      /3 Lugar de entrega 12 rue des Carmes Toulouse Francia Previsto: 3 dic 2026, de 08:00 a 12:00/,
      /12 Aceite en garrafas 300,5/,
      /15 Reembolso 1250,00 EUR/,
      /Convenio relativo al contrato de transporte internacional/,
    ])
      t.match(page.text, said)
    t.match(page.html, `data-copy="${note.id}"`)
    t.match(page.html, `data-copy="${SITE_URL}/seguimiento/${note.ecmr_number}"`)
  }
  const english = /2 Consignee Épicerie Durand SARL .* France .*15 Cash on delivery EUR 1,250\.00/
  t.match((await james.open(`/ecmrs/${note.id}`)).text, english)
  const countries = { sender_country: 'ES', receiver_country: 'ES' }
  for (const fields of [{ transport_type: 'national', receiver_country: 'ES' } as const, countries]) {
    const national = await textOf((await create(fields)).id)
    t.match(national, /Ley 15\/2009/)
    t.notMatch(national, /Convenio relativo/)
  }
  const unknown = await textOf((await create()).id)
  t.match(unknown, /El régimen legal depende de los países/)
  t.notMatch(unknown, /Convenio relativo|Ley 15\/2009/)
})

t.test('amounts and weights are written as people read them, with every digit', async (t) => {
  const note = await create({
    goods_weight_kg: 12345.6789,
    declared_value: '12345678901234567.5',
    declared_value_currency: 'EUR',
    charges: [{ kind: 'Porte', amount: '12500.1234', currency: 'JPY', payer: 'sender' }],
  })
  const written = [/12\.345,6789/, /12\.345\.678\.901\.234\.567,50 EUR/, /Porte: 12\.500,1234 JPY/]
  for (const each of written) t.match(await textOf(note.id), each)
  const { text } = await lucia.open(`/ecmrs/${note.id}/firmar?rol=sender`)
  for (const each of [/12\.345,6789/, /12\.345\.678\.901\.234\.567,5/]) t.match(text, each)
  t.match((await james.open(`/ecmrs/${note.id}`)).text, /EUR 12,345,678,901,234,567\.50/)
})

t.test('metadata are listed, and what programs wrote is no markup', async (t) => {
  const note = await create()
  t.notMatch(await textOf(note.id), /Metadatos/)
  const metadata = { order: 'A-1', 'erp:id': '<b>7</b>' }
  await write(note, { type: 'change_metadata', metadata })
  const { html, text } = await lucia.open(`/ecmrs/${note.id}`)
  t.match(text, /Metadatos .*order A-1/)
  t.match(html, '&lt;b&gt;7&lt;/b&gt;')
  const full = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${i}`, 'x'.repeat(500)]))
  await write(note, { type: 'change_metadata', metadata: null }, { type: 'change_metadata', metadata: full })
  t.match(await textOf(note.id), /Y \d+ más, disponibles en la API/)
})

t.test('goods are picked up at the sender’s unless somewhere else is given', async (t) => {
  for (const [fields, said] of [
    [{ sender_postal_code: '41016' }, /recogida Polígono La Negrilla.* 41016 Sevilla Previsto: 1 dic/],
    [
      { pickup_city: 'Cádiz', pickup_country: 'ES' },
      /4 Lugar y fecha de recogida Cádiz España Previsto: 1 dic/,
    ],
    [{ pickup_country: 'PT' }, /4 Lugar y fecha de recogida Portugal Previsto/],
  ] as const)
    t.match(await textOf((await create(fields)).id), said)
})

t.test('signatures stand in their boxes, with what they cover and their hashes', async (t) => {
  const note = await create()
  const signer = { ...drawn, signer_name: 'María López', signer_tax_id: '12345678Z', place: 'Sevilla' }
  const signed = await write(note, { type: 'sign', signature: { ...signer, remarks: 'Sin reservas' } })
  const [signature] = signed.signatures
  const text = await textOf(note.id)
  t.match(
    text,
    /22 Firma del remitente María López · NIF 12345678Z Firmada el .* en Sevilla\. Firma dibujada/,
  )
  t.match(text, /Sin reservas Cubre el contenido actual/)
  t.ok(text.includes(signature?.signature_hash ?? 'none') && text.includes(signature?.content_hash ?? 'none'))
  t.match(text, /24 Recibo del destinatario Sin firmar/)
  await write(note, { type: 'edit', changes: { goods_weight_kg: 15000 }, reason: 'Pesada en báscula' })
  t.match(await textOf(note.id), /Anterior a los últimos cambios/)
  await write(note, signedBy('sender', 'Juan Gil'))
  const again = await textOf(note.id)
  t.match(again, /22 Firma del remitente Juan Gil/)
  t.match(again, /Firmas anteriores \(1\) Remitente María López/)
})

t.test('a drawn signature is answered as the picture that it is, to its company only', async (t) => {
  const note = await create()
  await write(note, { type: 'sign', signature: drawn })
  const path = `/ecmrs/${note.id}/firmas/1`
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `src="${path}"`)
  const picture = await lucia.open(path)
  const headers = { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' }
  t.match(picture, { status: 200, headers })
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
  t.match(await textOf(note.id), /Retraso Resuelta .* El transporte continúa .* Ya pasa/)
})

t.test('what is missing is shown with its article, who gives it, and where to fill it in', async (t) => {
  const note = await create()
  const page = await lucia.open(`/ecmrs/${note.id}`)
  t.match(page.text, /CMR, artículo 6: No se sabe si se aplica\. Faltan \d+ datos/)
  t.match(page.text, /Lugar de emisión \(CMR 6\.1\.a; lo aporta el remitente\)/)
  t.match(page.text, /Matrícula del vehículo \(FOM\/2861\/2012 6\.g; lo aporta el transportista\)/)
  t.match(page.html, `href="/ecmrs/${note.id}/editar#f-issue_place"`)
  const edit = await lucia.open(`/ecmrs/${note.id}/editar`)
  t.match(edit.html, /id="f-issue_place"/, 'the form has that place')
  t.match(page.text, /Por comprobar: Indique «Recogida: país» para que se sepa si este régimen se aplica\./)
  t.equal(page.text.split('Indique «Recogida: país»').length, 2, 'once for both regimes')
  await write(note, { type: 'change_status', to: 'delivered' })
  const delivered = await lucia.open(`/ecmrs/${note.id}`)
  t.notMatch(delivered.html, `/editar#`, 'nothing can be filled in any more')
  t.match(delivered.text, /Plazos Reservas por pérdidas .* Hasta el .* A partir del .* Consérvese hasta el/)
})

t.test('a regime that does not apply lacks nothing', async (t) => {
  const note = await create({ sender_country: 'ES', receiver_country: 'ES' })
  const { text } = await lucia.open(`/ecmrs/${note.id}`)
  t.match(text, /CMR, artículo 6: No se aplica a este transporte DeCA \(documento de control\): Faltan/)
})

t.test('only what can be done now is offered', async (t) => {
  const offered = async (id: string) => {
    const { html } = await lucia.open(`/ecmrs/${id}`)
    const [place = ''] = /<section class="card note-next".*?<\/section>/s.exec(html) ?? []
    const links = place.matchAll(new RegExp(`href="/ecmrs/${id}/([^"#]+)`, 'g'))
    return new Set([...links].map(([, page = '']) => page).filter((page) => page !== 'historial'))
  }
  const note = await create()
  const [sender, carrier, receiver] = ['firmar?rol=sender', 'firmar?rol=carrier', 'firmar?rol=receiver']
  const [change, report] = [
    ['editar', 'estado'],
    ['invitaciones', 'reservas', 'incidencias', 'compartir'],
  ]
  t.same(await offered(note.id), new Set([sender, carrier, receiver, ...change, ...report, 'anular']))
  await write(note, signedBy('carrier'))
  t.same(await offered(note.id), new Set([sender, receiver, ...change, 'vehiculo', ...report]))
  await write(note, { type: 'change_status', to: 'delivered' })
  t.same(await offered(note.id), new Set([sender, receiver, ...report, 'retirar-entrega']))
  const gone = await create()
  await write(gone, { type: 'cancel', reason: 'Pedido duplicado' })
  t.same(await offered(gone.id), new Set(['compartir']))
  t.notMatch((await lucia.open(`/ecmrs/${gone.id}`)).html, '/editar', 'nor by what is missing')
  t.match((await lucia.open(`/ecmrs/${gone.id}`)).text, /Anulada el .*\. Pedido duplicado/)
  for (const page of await offered(note.id))
    t.equal((await lucia.open(`/ecmrs/${note.id}/${page}`)).status, 200, `what is offered opens: ${page}`)
})

t.test('a note is shown as it stood at a version or an instant', async (t) => {
  const note = await create({ reference: 'FIRST' })
  await write(note, { type: 'edit', changes: { reference: 'SECOND' } })
  const url = `/ecmrs/${note.id}`
  const past = await lucia.open(`${url}?version=1`)
  t.match(past.text, /Está viendo la versión 1/)
  t.match(past.text, /FIRST/)
  t.notMatch(past.text, /SECOND/)
  t.notMatch(past.html, /class="button[^"]*" href="[^"]*\/editar"/, 'the past cannot be changed')
  t.notMatch(past.html, '/editar', 'nor by what is missing')
  t.match(past.html, `<a href="${url}">Ver la versión actual</a>`)

  const [created] = await panel.store.readStream(`ecmr-${note.id}`)
  const then = created?.metadata.recorded_at ?? ''
  t.match((await lucia.open(`${url}?en=${then}`)).text, /la versión 1, del/)
  const present = await lucia.open(`${url}?en=2999-01-01T00:00`)
  t.match(present.text, /SECOND/)
  t.notMatch(present.text, /Así estaba/)

  for (const [sentence, ...queries] of [
    ['Escriba un número de 1 a 2', 'version=0', 'version=3', 'version=1.5', 'version=x'],
    ['Escriba una fecha y una hora válidas', 'en=yesterday', 'en=2026-02-30T10:00'],
    ['aún no existía', 'en=2000-01-01T00:00:00Z'],
  ])
    for (const query of queries) {
      const { text } = await lucia.open(`${url}?${query}`)
      t.ok(text.includes(sentence ?? '') && text.includes('SECOND'), `${query}: shown as it is`)
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

t.test('the history says who, when, what from what to what, why, and how it is sealed', async (t) => {
  const { create, write } = noteWriter(panel, 'Programa de tráfico')
  const note = await create({ reference: 'OLD' })
  await write(note, { type: 'edit', changes: { reference: 'NEW', goods_weight_kg: null } })
  await write(note, signedBy('carrier'))
  await write(note, { type: 'edit', changes: { vehicle_plate: '1234 LMN' }, reason: 'Avería' })
  const page = await lucia.open(`/ecmrs/${note.id}/historial`)
  for (const said of [
    /Carta de porte creada Versión 1 .* Programa de tráfico \(persona\)/,
    /Remitente: nombre o razón social Aceites del Sur S\.L\./,
    /Datos modificados Versión 2 .* Su referencia OLD NEW Peso bruto \(kg\) 14\.800 —/,
    /Firmada por el transportista Versión 3 .* Firmante Antonio Ruiz/,
    /Transportista asignado Versión 4 .* No se comunicó: se deduce de un evento posterior/,
    /Vehículo o conductor cambiado Versión 6 .* Motivo: Avería .* Matrícula del vehículo — 1234 LMN/,
  ])
    t.match(page.text, said)
  const events = await panel.store.readStream(`ecmr-${note.id}`)
  for (const { metadata } of events) t.match(page.text, metadata.hash)
  t.match(page.html, `href="/ecmrs/${note.id}?version=2"`)
  t.match((await james.open(`/ecmrs/${note.id}/historial`)).text, /Signed by the carrier Version 3/)
})

t.test('issued documents stand in the timeline, except those that follow from a change', async (t) => {
  const note = await create()
  const document_id = randomUUID()
  await write(note, issueDocument({ document_id, language: 'fr' }))
  await write(note, { type: 'edit', changes: { reference: 'NEW' } })
  await write(note, issueDocument({ document_id, version: 2, note_version: 3, automatic: true }))
  await write(note, issueDocument({ document_id, version: 3, note_version: 4, reason: 'Copia legible' }))
  const text = await textOf(note.id)
  t.match(text, /Documento emitido: carta de porte CMR, versión 1 .*, versión 3\. Copia legible/)
  t.notMatch(text, /CMR, versión 2/)
  const history = await james.open(`/ecmrs/${note.id}/historial`)
  t.match(history.text, /Document issued: CMR consignment note, version 2 .* Reason: Copia legible/)
  t.match(history.text, /Language French File hash \(SHA-256\) d{64}/)
})

t.test(
  'an amendment after a signature stands in the timeline, with its reason and in full in the history',
  async (t) => {
    const note = await create()
    const reason = `Pesada en báscula ${'.'.repeat(300)}`
    await write(note, { type: 'edit', changes: { reference: 'DRAFT' } })
    await write(note, signedBy('sender'))
    await write(note, { type: 'edit', changes: { goods_weight_kg: 15000 }, reason })
    const { html, text } = await lucia.open(`/ecmrs/${note.id}`)
    t.match(text, /Firmada por el remitente .* Datos modificados después de firmar\. Pesada en báscula/)
    t.notMatch(text, /Datos modificados [^d]/, 'what was changed before is in the history')
    t.notMatch(html, reason)
    t.match((await lucia.open(`/ecmrs/${note.id}/historial?version=4`)).text, reason)
  },
)

t.test('the command line is named as what it is, and not by an account of an operating system', async (t) => {
  const note = await create()
  const actor = { kind: 'operator', id: 'root@vm', company_id: note.company_id } as const
  await panel.dependencies.commands.handle({
    ...{ id: note.id, company: actingFor(note.company_id), actor, commandId: randomUUID() },
    ...{ correlationId: randomUUID(), commands: [signedBy('sender')] },
  })
  for (const page of [await textOf(note.id), (await lucia.open('/')).text]) {
    t.match(page, /línea de comandos/)
    t.notMatch(page, 'root@vm')
  }
  t.match((await lucia.open(`/ecmrs/${note.id}/historial`)).text, /root@vm \(línea de comandos\)/)
})

t.test('a long history is turned over page by page', async (t) => {
  const note = await create()
  for (let number = 2; number <= 45; number += 1)
    await write(note, { type: 'edit', changes: { reference: `REF-${number}` } })
  const url = `/ecmrs/${note.id}/historial`
  const first = await lucia.open(url)
  t.match(first.text, /Eventos 1 a 20 de 45/)
  t.notMatch(first.html, /rel="prev"/)
  const last = await lucia.open(`${url}?page=3`)
  t.match(last.text, /Eventos 41 a 45 de 45/)
  t.match(last.text, /REF-45/)
  t.notMatch(last.html, /rel="next"/)
  t.match((await lucia.open(`${url}?page=99`)).text, /Esta página del historial está vacía/)
  for (const page of ['0', '-1', 'x', '1e999'])
    t.match((await lucia.open(`${url}?page=${page}`)).text, /Eventos 1 a 20/, page)
})

t.test('an entry of much content is cut short in the list, and whole by itself', async (t) => {
  const note = await create({
    notes: `${'x'.repeat(400)}END`,
    goods_items: Array.from({ length: 30 }, (_, n) => ({ description: `Partida ${n}`, packages: n })),
  })
  t.notMatch((await lucia.open(`/ecmrs/${note.id}/historial`)).text, /xEND/)
  const whole = await lucia.open(`/ecmrs/${note.id}/historial?version=1`)
  t.match(whole.text, /xEND/)
  t.match(whole.text, /Descripción: Partida 29 · Bultos: 29/)
})

t.test('a note is never stale, however far the lists are behind; its history says so', async (t) => {
  const note = await create()
  await panel.stopProjections()
  await write(note, delay('x'))
  t.match((await lucia.open(`/ecmrs/${note.id}`)).text, note.ecmr_number)
  t.match((await lucia.open(`/ecmrs/${(await create()).id}`)).status, 200)
  const page = await lucia.open(`/ecmrs/${note.id}/historial`)
  t.match(page, { status: 200, text: /Los últimos cambios aún no se ven aquí/ })
})
