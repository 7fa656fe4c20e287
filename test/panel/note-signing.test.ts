import { randomFillSync, randomUUID } from 'node:crypto'
import { contentHashOf } from '@ecmr/application'
import { DocumentReadingUnavailable } from '@ecmr/ocr'
import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'
import { faultOf } from './ground.js'
import { openOffice, typedIn } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, eventsOf, storyOf, noteOf } = office

// The smallest PNG there is: one pixel.
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const typed = { signer_name: 'Ana Ruiz', method: 'typed' } as const
const drawn = { signer_name: 'Ana Ruiz', method: 'drawn' } as const

const hashOf = async (id: string): Promise<string> =>
  contentHashOf(office.dependencies.dataKeys, await noteOf(id))

t.test('the page shows what is signed, its hash, and what such a signature is', async (t) => {
  const id = await lucia.create({ carrier_company_name: 'Transportes Ruiz', goods_weight_kg: '1250,5' })
  const page = await lucia.open(`/ecmrs/${id}/firmar?rol=carrier`)
  for (const said of [
    ...['Firmar como transportista', 'Boulangerie Martin', 'Peso bruto (kg) 1250,5', await hashOf(id)],
    ...['firma electrónica simple', 'consta que ha recogido la mercancía'],
  ])
    t.ok(page.text.includes(said), said)
  t.match((await emma.open(`/ecmrs/${id}/firmar?rol=receiver`)).text, /simple electronic signature/)
  t.match((await lucia.open(`/ecmrs/${id}/firmar`)).html, /firmar\?rol=sender/)
  t.equal((await lucia.fill(id, 'firmar', typed)).status, 400, 'a signature needs a role')
})

t.test('a party signs with its typed name, and the goods move on', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  const written = { ...typed, signer_tax_id: '12345678Z', place: 'Sevilla', remarks: 'Dos cajas mojadas' }
  const sent = { ...written, signature_image: PNG, content_hash }
  const page = await lucia.fill(id, 'firmar?rol=carrier', sent)
  t.match((await lucia.follow(page)).text, /Firma guardada/)
  t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrSigned', 'CarrierAssigned', 'GoodsTakenOver'])
  const [, signed] = await eventsOf(id)
  t.match(signed?.metadata.actor, { kind: 'user', id: lucia.user.id })
  t.match(signed?.data, { role: 'carrier', ...written, content_hash })
  t.notOk(signed?.data.signature_image, 'a drawing that was given up is not kept')
})

t.test('a signature may be stated with its time, which is shown as stated', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  const page = await lucia.open(`/ecmrs/${id}/firmar?rol=carrier`)
  t.match(page.html, /<details class="more">\s*<summary>Otra hora<\/summary>[\s\S]*name="signed_at"/)
  const future = await lucia.fill(id, 'firmar?rol=carrier', {
    ...typed,
    content_hash,
    signed_at: '2099-01-01T10:00',
  })
  t.match(faultOf(future, 'signed_at'), /hora futura/)
  t.match(future.html, /<details class="more" open>/, 'what is wrong is in sight')
  const none = await lucia.fill(id, 'firmar?rol=carrier', { ...typed, content_hash, signed_at: 'soon' })
  t.match(faultOf(none, 'signed_at'), /una fecha y una hora válidas/)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const sent = { ...typed, content_hash, signed_at: `${yesterday}T12:30` }
  t.equal((await lucia.fill(id, 'firmar?rol=carrier', sent)).status, 303)
  const note = await noteOf(id)
  t.match(note.signatures[0]?.signed_at, new RegExp(`^${yesterday}T1[01]:30`))
  t.equal(note.taken_over_at, note.signatures[0]?.signed_at)
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /Firmada el .+ \(hora declarada; registrado el /)
  t.match((await emma.open(`/ecmrs/${id}/historial`)).text, /Taken over \(time as stated\)/)
})

t.test('a drawn signature keeps its image', async (t) => {
  const id = await lucia.create()
  const sent = { ...drawn, signature_image: PNG, content_hash: await hashOf(id) }
  t.equal((await lucia.fill(id, 'firmar?rol=sender', sent)).status, 303)
  t.match((await eventsOf(id)).at(-1)?.data, { method: 'drawn', signature_image: PNG })
})

t.test('a drawing that is none is refused, and the rest is kept', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  const hostile = {
    'nothing drawn': '',
    'a script': 'javascript:alert(1)',
    'an SVG': 'data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4=',
    'another site': 'https://evil.example/x.png',
    'a page called PNG': 'data:image/png;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    'markup after it': `${PNG}"><script>alert(1)</script>`,
    'too long': `${PNG.slice(0, -2)}${'A'.repeat(300_000)}`,
    'no base64': 'data:image/png;base64,iVBORw0KGgo ****',
  }
  for (const [what, signature_image] of Object.entries(hostile)) {
    const sent = { ...drawn, remarks: 'todo bien', signature_image, content_hash }
    const page = await lucia.fill(id, 'firmar?rol=sender', sent)
    t.equal(page.status, 400, what)
    t.match(page.text, /Dibuje la firma|no se ha podido leer|formato correcto/, what)
    t.equal(typedIn(page, 'remarks'), 'todo bien', what)
    t.notMatch(page.html, /<script>alert/)
    t.equal(typedIn(page, 'signature_image'), '', `${what} is not sent back`)
  }
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

/** A picture that compresses badly, and so is larger than it may be recorded. */
async function largeDrawing(): Promise<string> {
  const canvas = createCanvas(220, 220)
  const drawing = canvas.getContext('2d')
  const pixels = drawing.createImageData(220, 220)
  randomFillSync(pixels.data)
  drawing.putImageData(pixels, 0, 0)
  return `data:image/png;base64,${(await canvas.encode('png')).toString('base64')}`
}

t.test('a large drawing that cannot be made smaller just now can be sent again', async (t) => {
  const shrinkSignature = async () => Promise.reject(new DocumentReadingUnavailable(20))
  const busy = await openOffice(t, () => ({ pictures: { shrinkSignature } }))
  const id = await busy.lucia.create()
  const content_hash = await contentHashOf(busy.dependencies.dataKeys, await busy.noteOf(id))
  const sent = { ...drawn, signature_image: await largeDrawing(), content_hash }
  const page = await busy.lucia.fill(id, 'firmar?rol=sender', sent)
  t.match(page, { status: 503, text: /No se ha guardado nada/, headers: { 'retry-after': '20' } })
  t.strictSame(await busy.storyOf(id), ['EcmrCreated'])
})

t.test('every field of a signature is looked at', async (t) => {
  const id = await lucia.create()
  const sent = {
    signer_name: '',
    signer_tax_id: 'x'.repeat(51),
    place: 'a\u0007b',
    remarks: 'x'.repeat(2001),
    content_hash: await hashOf(id),
  }
  const page = await emma.fill(id, 'firmar?rol=sender', sent)
  t.equal(page.status, 400)
  for (const [field, sentence] of [
    ['signer_name', /^Fill in this field\.$/],
    ['signer_tax_id', /at most 50/],
    ['place', /control characters/],
    ['remarks', /at most 2000/],
  ] as const)
    t.match(faultOf(page, field), sentence, field)
})

t.test('content not yet seen is not signed: the page is shown again, with what was typed', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  await emma.fill(id, 'editar', { version: '1', receiver_city: 'Dijon' })
  const page = await lucia.fill(id, 'firmar?rol=sender', { ...typed, content_hash })
  t.match(page, { status: 409, text: /El contenido ha cambiado desde que se abrió esta página/ })
  t.equal(typedIn(page, 'signer_name'), 'Ana Ruiz')
  t.equal(typedIn(page, 'content_hash'), await hashOf(id), 'signing again signs what is shown now')
  t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrEdited'])
  t.equal((await lucia.fill(id, 'firmar?rol=sender', typed)).status, 409, 'without a hash nothing was seen')
})

t.test('another party’s signature meanwhile is no obstacle', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  const both = await Promise.all([
    lucia.fill(id, 'firmar?rol=sender', { ...typed, content_hash }),
    emma.fill(id, 'firmar?rol=carrier', { ...typed, content_hash }),
  ])
  for (const { status } of both) t.equal(status, 303)
  t.equal((await noteOf(id)).signatures.length, 2)
})

t.test('a signature that is sent twice stands once, also when the note was changed after it', async (t) => {
  const id = await lucia.create()
  const sent = { ...typed, content_hash: await hashOf(id), once: randomUUID() }
  await lucia.fill(id, 'firmar?rol=sender', sent)
  await lucia.fill(id, 'editar', { version: '2', receiver_city: 'Dijon', amendment_reason: 'Se mudaron' })
  t.equal((await lucia.fill(id, 'firmar?rol=sender', sent)).location, `/ecmrs/${id}`)
  t.equal((await noteOf(id)).signatures.length, 1)
})

t.test('while an incident is open only the receiver signs, with reservations', async (t) => {
  const id = await lucia.create()
  await lucia.fill(id, 'incidencias', { type: 'damage', description: 'Dos palés volcados' })
  const ways = (await lucia.open(`/ecmrs/${id}/firmar`)).html.match(/firmar\?rol=\w+/g)
  t.strictSame(ways, ['firmar?rol=receiver'])
  t.match((await lucia.open(`/ecmrs/${id}`)).html, /firmar\?rol=receiver/)
  t.match(
    (await lucia.open(`/ecmrs/${id}/firmar?rol=receiver`)).text,
    /Reservas .* con una incidencia abierta/,
  )
  const content_hash = await hashOf(id)
  const plain = await lucia.fill(id, 'firmar?rol=receiver', { ...typed, content_hash })
  t.equal(plain.status, 409)
  t.match(faultOf(plain, 'remarks'), /se firma con reservas/)
  const remarks = 'Dos palés volcados, embalaje roto'
  const page = await lucia.fill(id, 'firmar?rol=receiver', { ...typed, content_hash, remarks })
  t.equal(page.status, 303)
  t.match(await noteOf(id), { status: 'incident', progress: 'delivered', signatures: [{ remarks }] })
})

t.test('who has signed the present content does not sign it again', async (t) => {
  const id = await lucia.create()
  const content_hash = await hashOf(id)
  await lucia.fill(id, 'firmar?rol=sender', { ...typed, content_hash })
  t.match((await lucia.open(`/ecmrs/${id}/firmar?rol=sender`)).text, /ya ha firmado el contenido actual/)
  const page = await emma.fill(id, 'firmar?rol=sender', { ...typed, content_hash })
  t.match(page, { status: 409, text: /has already signed the current content/ })
})
