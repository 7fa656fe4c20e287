import { randomUUID } from 'node:crypto'
import { setPolicy } from '@ecmr/accounts'
import { DocumentRenderingUnavailable, DocumentTooLarge } from '@ecmr/documents'
import { documentStream } from '@ecmr/domain'
import { appendFacts } from '@ecmr/event-store'
import { openMailer } from '@ecmr/mail'
import { pino } from 'pino'
import t from 'tap'
import { cmrFields, decaFields } from '../domain/facts.js'
import { inputIn, plainFiles } from '../support/document-files.js'
import { startMailServer } from '../support/mail-server.js'
import { operator } from '../support/panel.js'
import { faultOf, noteWriter } from './ground.js'
import { openOffice, typedIn } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, noteOf, pool, haulier } = office
const { create, write } = noteWriter(office)
const issue = (id: string, fields: Readonly<Record<string, string>> = {}) =>
  lucia.fill(id, 'documentos/emitir', fields)
const documentsOf = async (id: string) => (await noteOf(id)).documents
const linkOn = ({ html }: { readonly html: string }): string =>
  /data-copy="([^"]+\/d\/[^"]+)"/.exec(html)?.[1] ?? ''

t.test('a control document is issued from the page of a note within Spain', async (t) => {
  const { id, ecmr_number } = await create(decaFields)
  const before = await lucia.open(`/ecmrs/${id}`)
  t.match(before.text, /el vehículo debe llevar el documento de control .* Emitir documento Ver borrador/)
  t.match(before.html, /<select id="f-kind"[^>]*>\s*<option value="deca">Documento de control/)
  const sent = await issue(id, { kind: 'deca', language: 'es' })
  t.match((await lucia.follow(sent)).text, /Documento emitido/)
  t.match(await documentsOf(id), [{ kind: 'deca', language: 'es', version: 1 }])
  const page = await lucia.open(`/ecmrs/${id}`)
  t.match(page.text, /Documento de control \(DeCA\), versión 1 Vigente .* español · [\d,]+ KB/)
  t.match(page.text, /Cualquiera que tenga el enlace puede leer el documento/)
  const url = linkOn(page)
  const file = await lucia.open(`/ecmrs/${id}/documentos/1/pdf`)
  t.match(file.headers, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${ecmr_number}.pdf"`,
  })
  t.equal(inputIn(file.html).url, url)
  t.match((await emma.open(`/ecmrs/${id}`)).text, /Control document \(DeCA\), version 1 Current .* Spanish/)
})

t.test('a kind is asked for only where there are two', async (t) => {
  const { id } = await create(cmrFields)
  const page = await lucia.open(`/ecmrs/${id}/documentos/emitir`)
  t.notMatch(page.html, 'name="kind"')
  t.notMatch(page.html, 'name="reason"', 'nor a reason before there is a document')
  await issue(id, { language: 'fr' })
  t.match(await documentsOf(id), [{ kind: 'cmr', language: 'fr' }])
  t.match((await issue(id, { kind: 'deca' })).text, /El DeCA es solo para transportes dentro de España/)
})

t.test('a further version needs a change, a reason or another language', async (t) => {
  const { id } = await create(cmrFields)
  await issue(id)
  t.match((await lucia.follow(await issue(id))).text, /no hace falta otra versión/)
  await write(await noteOf(id), { type: 'edit', changes: { vehicle_plate: '9999 ZZZ', reference: 'NEW' } })
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /La carta de porte ha cambiado. La nueva versión/)
  await issue(id)
  await issue(id, { reason: 'Copia legible' })
  await issue(id, { language: 'en' })
  const unexplained = await issue(id, { new_url: 'true' })
  t.equal(unexplained.status, 400)
  t.match(faultOf(unexplained, 'reason'), /por qué el documento necesita otra dirección/)
  t.match(unexplained.html, /<details class="more" open>/, 'what was chosen is seen')
  t.match(faultOf(await issue(id, { reason: 'x'.repeat(2001) }), 'reason'), /como mucho 2000/)
  await issue(id, { new_url: 'true', reason: 'El enlace se publicó' })
  const { text } = await lucia.open(`/ecmrs/${id}/documentos`)
  for (const said of [
    /versión 1 \S+ .*Dirección nueva; sustituye al documento anterior Motivo: El enlace se publicó Vigente/,
    /versión 4 .* En inglés Sustituido/,
    /versión 3 .* Motivo: Copia legible Sustituido/,
    /versión 2 .* Datos modificados: .*Matrícula del vehículo.* Sustituido/,
    /versión 1 .* Primera versión Sustituido/,
  ])
    t.match(text, said)
  t.match(text, /Direcciones anteriores .* Carta de porte CMR, versión 4 Enlace activo Ver las descargas/)
  const english = await emma.open(`/ecmrs/${id}/documentos`)
  t.match(english.text, /New address; replaces the previous document Reason: El enlace se publicó/)
})

t.test('the same form sent twice issues one document', async (t) => {
  const { id } = await create(cmrFields)
  const once = { once: '0193a1c0-0000-4000-8000-000000000001', reason: 'Copia' }
  t.same([(await issue(id, once)).status, (await issue(id, once)).status], [303, 303])
  t.equal((await documentsOf(id)).length, 1)
})

t.test('a draft says so and leaves no trace', async (t) => {
  const { id } = await create(cmrFields)
  const draft = await lucia.open(`/ecmrs/${id}/documentos/borrador?language=pt`)
  t.match(inputIn(draft.html), { mark: 'draft', kind: 'cmr', language: 'pt', url: undefined })
  t.same(await documentsOf(id), [])
})

t.test('the code is shown large with number and plates, and is a file too', async (t) => {
  const { id, ecmr_number } = await create({ ...cmrFields, vehicle_plate: '1234 BCD', trailer_plate: 'R-77' })
  await issue(id)
  const path = `/ecmrs/${id}/documentos/1`
  const screen = await lucia.open(`${path}/qr`)
  t.match(screen.html, /<div class="code" role="img"[^>]*><svg [^>]*viewBox/)
  t.match(screen.text, new RegExp(`Escanee .* ${ecmr_number} 1234 BCD R-77 Carta de porte CMR, versión 1`))
  t.notMatch(screen.headers['permissions-policy'], 'screen-wake-lock')
  for (const [ending, type] of [
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ]) {
    const { headers } = await lucia.open(`${path}/qr.${ending}`)
    const disposition = `attachment; filename="${ecmr_number}-qr.${ending}"`
    t.match(headers, { 'content-type': type, 'content-disposition': disposition })
  }
  await issue(id, { reason: 'Otra copia' })
  const newer = await lucia.open(`${path}/qr`)
  t.match(newer.text, /CMR, versión 2/, 'the address serves the newest version')
  t.notMatch(newer.text, /ya no es válido/)
  await issue(id, { new_url: 'true', reason: 'Otra' })
  t.match((await lucia.open(`${path}/qr`)).text, /ya no es válido/)
})

t.test('who downloaded the document is listed page by page', async (t) => {
  const { id } = await create(cmrFields)
  await issue(id)
  const path = `/ecmrs/${id}/documentos/1/lecturas`
  t.match((await lucia.open(path)).text, /Todavía no hay descargas/)
  const [document] = await documentsOf(id)
  const document_id = document?.document_id ?? ''
  const reads = Array.from({ length: 60 }, (_, n) => ({
    at: new Date(Date.UTC(2026, 9, 5, 8, n)).toISOString(),
    version: 1,
    address: `192.0.${n}.0/24`,
    link_id: randomUUID(),
  }))
  const command = randomUUID()
  const fact = {
    ...{ type: 'InspectionCopyServed', id: command, commandId: command, correlationId: command },
    ...{ data: { document_id, reads, unlisted: 3 }, at: '2026-10-05T10:00:00.000Z' },
    actor: { ...operator, company_id: haulier.id },
  }
  const stream = { stream: documentStream(document_id), companyId: haulier.id }
  await appendFacts(office.store, stream, [fact])
  const first = await lucia.open(path)
  t.match(first.text, /Hubo 3 descargas más.* 60 descargas .* 5 oct 2026, 10:59 1 192\.0\.59\.0\/24/)
  t.notMatch(first.text, '192.0.9.0')
  const second = await emma.open(`${path}?page=2`)
  t.match(second.text, /60 downloads .*192\.0\.9\.0\/24.*192\.0\.0\.0\/24/)
  t.notMatch(second.html, 'rel="next"')
  t.match((await lucia.open(`${path}?page=99`)).status, 200)
})

t.test('a document is sent by mail, and what was sent is not sent again', async (t) => {
  const without = await create(cmrFields)
  await issue(without.id)
  const page = await lucia.open(`/ecmrs/${without.id}/documentos/1/enviar`)
  t.match(page.text, /Este servicio no envía correo/)
  t.notMatch(page.html, 'name="to"')

  const server = await startMailServer(t)
  const mailer = openMailer({
    url: server.url,
    from: 'eCMR <no-reply@ecmr.example>',
    log: pino({ enabled: false }),
  })
  t.teardown(() => mailer.close())
  const mailing = await openOffice(t, () => ({ mailer }))
  const id = await mailing.lucia.create()
  await mailing.lucia.fill(id, 'documentos/emitir', { language: 'fr' })
  const send = (to: string, by = mailing.lucia) => by.fill(id, 'documentos/1/enviar', { to, language: 'de' })
  const eleven = Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(' ')
  for (const [to, fault, sentence] of [
    ['', /de 1 a 10/, /1 to 10/],
    [eleven, /de 1 a 10/, /1 to 10/],
    ['ana@example.com, luis', /«luis» no es una dirección/, /“luis” is not an email address/],
  ] as const) {
    t.match(faultOf(await send(to), 'to'), fault)
    t.match(faultOf(await send(to, mailing.emma), 'to'), sentence)
  }
  server.refuse(451)
  const failed = await send('ana@example.com, luis@example.com')
  t.match(failed, { status: 503, text: /Enviado a 1\. Compruebe las direcciones restantes/ })
  const left = typedIn(failed, 'to')
  t.match(left, /^(ana|luis)@example\.com$/, 'only the other one stays')
  t.match((await mailing.lucia.follow(await send(left ?? ''))).text, /Documento enviado/)
  const addresses = server.received.flatMap(({ to }) => to)
  t.same(new Set(addresses), new Set(['ana@example.com', 'luis@example.com']))
  t.equal(addresses.length, 2)
  t.match(server.received[0]?.text, /^Guten Tag/)
  const ten = Array.from({ length: 10 }, (_, n) => `b${n}@example.com`).join('\n')
  await mailing.pool.query('update documents.mail_counts set mails = 97')
  t.match(await send(ten), { status: 429, text: /le quedan 3 correos/ })
})

t.test('the other party gets links of its own', async (t) => {
  const { id } = await create(cmrFields)
  await issue(id)
  const path = `/ecmrs/${id}/documentos/1/otra-parte`
  t.equal(linkOn(await lucia.open(path)), '', 'none yet')
  const page = await lucia.follow(await lucia.send(path, {}))
  t.match(page.text, /Enlace creado/)
  const link = linkOn(page)
  t.match(link, /\/d\/[\w-]{43}$/)
  t.not(link, linkOn(await lucia.open(`/ecmrs/${id}/documentos`)))
})

t.test('a link is closed when nobody may ask for the document any more', async (t) => {
  const note = await create(cmrFields)
  await issue(note.id)
  const [list, path] = [`/ecmrs/${note.id}/documentos`, `/ecmrs/${note.id}/documentos/1/cerrar`]
  t.match((await lucia.open(list)).text, /Cerrar el enlace: Podrá cerrar el enlace siete días después/)
  t.match((await lucia.open(path)).text, /siete días después de la entrega/)
  t.match(await lucia.send(path, {}, { from: '/cuenta' }), { status: 409, text: /siete días después/ })
  const delivered = await create(cmrFields)
  await issue(delivered.id)
  await write(delivered, { type: 'change_status', to: 'delivered' })
  t.match((await lucia.open(`/ecmrs/${delivered.id}/documentos`)).text, /Podrá cerrarlo desde el \d+/)

  await write(note, { type: 'cancel', reason: 'Duplicada' })
  t.match((await lucia.open(list)).html, `href="${path}"`)
  t.match((await lucia.open(path)).html, /data-confirm="¿Cerrar el enlace\?/)
  t.match((await lucia.follow(await lucia.send(path, {}))).text, /Enlace cerrado/)
  t.match((await lucia.open(path)).text, /El enlace está cerrado/)
  t.equal((await lucia.open(`/ecmrs/${note.id}/documentos/1/qr`)).status, 404)
  t.equal((await lucia.open(`/ecmrs/${note.id}/documentos/1/pdf`)).status, 200, 'the file is kept')
})

t.test('what stands in the way is said before the form', async (t) => {
  const gone = await create(cmrFields)
  await write(gone, { type: 'cancel', reason: 'Duplicada' })
  const form = `/ecmrs/${gone.id}/documentos/emitir`
  t.match((await lucia.open(form)).text, /está anulada y no se puede modificar/)
  t.match((await issue(gone.id)).status, 409)
  await setPolicy(pool, haulier.id, 'strict', operator)
  t.teardown(() => setPolicy(pool, haulier.id, 'lenient', operator))
  const id = await lucia.create({ sender_country: 'ES', receiver_country: 'ES' })
  const said = /exige completarlos antes de este paso\. Falta: .*Matrícula del vehículo/
  t.match((await lucia.open(`/ecmrs/${id}`)).text, said)
  t.match((await lucia.open(`/ecmrs/${id}/documentos/emitir`)).text, said)
})

t.test('goods on the way without their control document: a link leads to issuing it', async (t) => {
  const note = await create(decaFields)
  await write(note, { type: 'change_status', to: 'in_transit' })
  const { html } = await lucia.open(`/ecmrs/${note.id}`)
  t.match(html, `<a href="/ecmrs/${note.id}/documentos/emitir">Emitir documento de control</a>`)
  await issue(note.id, { kind: 'deca' })
  t.notMatch((await lucia.open(`/ecmrs/${note.id}`)).html, 'Emitir documento de control</a>')
})

t.test('a document that cannot be made says why, and what to do', async (t) => {
  let fault: Error = new DocumentRenderingUnavailable(7, 'test')
  const faulty = await openOffice(t, () => ({
    files: plainFiles({ render: () => Promise.reject(fault) }),
  }))
  const id = await faulty.lucia.create()
  const away = await faulty.lucia.fill(id, 'documentos/emitir', {})
  t.match(away, { status: 503, text: /no están disponibles/, headers: { 'retry-after': '7' } })
  t.equal((await faulty.emma.open(`/ecmrs/${id}/documentos/borrador`)).status, 503)
  fault = new DocumentTooLarge(7_000_000, [{ name: 'record.json', bytes: 6_000_000 }])
  const large = await faulty.emma.fill(id, 'documentos/emitir', {})
  t.match(large, {
    status: 409,
    text: /would be 6\.7 MB and the maximum is 4\.8 MB.* record\.json \(5\.7 MB\)/,
  })
  t.match((await faulty.emma.open(`/ecmrs/${id}/documentos/borrador`)).status, 409)
  t.same((await faulty.noteOf(id)).documents, [])
})
