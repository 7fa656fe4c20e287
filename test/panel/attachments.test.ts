import { randomUUID } from 'node:crypto'
import t from 'tap'
import { form, photograph, telephonePhotograph } from '../support/photographs.js'
import { openOffice } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, eventsOf, noteOf } = office

type Sender = Pick<typeof lucia, 'open' | 'post' | 'follow'>
type Files = readonly { readonly name?: string; readonly bytes: Uint8Array }[]

async function add(by: Sender, id: string, fields: Readonly<Record<string, string>>, files: Files) {
  const { formToken = '' } = await by.open(`/ecmrs/${id}/adjuntos`)
  const { payload, headers } = form({ _csrf: formToken, once: randomUUID(), ...fields }, ...files)
  return by.post(`/ecmrs/${id}/adjuntos`, payload, headers)
}

t.test('files are added from the disk and from the camera, and listed', async (t) => {
  const id = await lucia.create()
  const empty = { name: '', bytes: Buffer.alloc(0) }
  const files = [
    { name: 'palé.jpg', bytes: await telephonePhotograph() },
    empty,
    { name: 'otra.png', bytes: await photograph('png') },
  ]
  const page = await add(lucia, id, { kind: 'damage_photo', title: 'Golpe' }, files)
  t.equal(page.status, 303, page.text)
  const list = await lucia.follow(page)
  t.match(list.text, /Adjuntos añadidos\./)
  t.match(list.text, /Golpe · Foto de daños palé\.jpg/)
  t.match(list.text, /otra\.png/)
  t.match(list.text, /Lucía/, 'who added it')
  const note = await lucia.open(`/ecmrs/${id}`)
  t.match(note.text, /Todos los adjuntos \(2\)/)
  const { attachments } = await noteOf(id)
  const file = await lucia.open(`/ecmrs/${id}/adjuntos/${attachments[0]?.attachment_id}/archivo`)
  t.match(file.headers, {
    'content-type': 'image/jpeg',
    'content-disposition': /^attachment; /,
    'content-security-policy': /sandbox/,
    'x-content-type-options': 'nosniff',
  })
  t.notMatch(file.html, 'SecretPhone')
})

t.test('the same form sent twice adds its files once', async (t) => {
  const id = await lucia.create()
  const bytes = await photograph()
  const once = randomUUID()
  for (let time = 0; time < 2; time++)
    t.equal((await add(lucia, id, { kind: 'other', once }, [{ bytes }])).status, 303)
  t.equal((await noteOf(id)).attachments.length, 1)
})

t.test('what is not taken is said where it was chosen', async (t) => {
  const id = await lucia.create()
  const none = await add(lucia, id, { kind: 'other' }, [])
  t.equal(none.status, 400)
  t.match(none.text, /Elija un archivo\./)
  const svg = [{ name: 'a.jpg', bytes: Buffer.from('<svg onload="alert(1)"/>') }]
  t.match((await add(lucia, id, { kind: 'other' }, svg)).text, /No es una imagen JPEG, PNG o WebP ni un PDF/)
  const bytes = await photograph()
  t.match((await add(lucia, id, {}, [{ bytes }])).text, /Elija la clase\./)
  const many = Array.from({ length: 6 }, () => ({ bytes }))
  t.match((await add(lucia, id, { kind: 'other' }, many)).text, /Elija cinco archivos como máximo\./)
  const { payload, headers } = form({ kind: 'other' }, { bytes })
  t.equal((await lucia.post(`/ecmrs/${id}/adjuntos`, payload, headers)).status, 403, 'without a token')
  t.strictSame((await noteOf(id)).attachments, [])
})

t.test('an attachment is withdrawn with a reason, by members and owners', async (t) => {
  const id = await lucia.create()
  await add(lucia, id, { kind: 'other' }, [{ bytes: await photograph() }])
  const [attachment] = (await noteOf(id)).attachments
  const path = `/ecmrs/${id}/adjuntos/${attachment?.attachment_id}`
  const from = `/ecmrs/${id}/adjuntos`
  const once = randomUUID()
  const blank = await emma.send(`${path}/retirar`, { reason: ' ', once }, { from })
  t.equal(blank.status, 400)
  t.match(blank.text, /Enter the reason\./)
  const withdrawn = await emma.send(`${path}/retirar`, { reason: 'Otro camión', once }, { from })
  t.match((await emma.follow(withdrawn)).text, /Attachment withdrawn\..*Reason: Otro camión/)
  t.equal((await emma.open(`${path}/archivo`)).status, 404)
  t.match((await eventsOf(id)).at(-1), { type: 'AttachmentWithdrawn', data: { reason: 'Otro camión' } })
  const driver = await office.person(office.haulier, 'driver', 'Paco Ruiz')
  t.equal((await add(driver, id, { kind: 'load_photo' }, [{ bytes: await photograph() }])).status, 303)
  const own = (await noteOf(id)).attachments.at(-1)?.attachment_id
  const refused = await driver.send(`/ecmrs/${id}/adjuntos/${own}/retirar`, { reason: 'x', once }, { from })
  t.equal(refused.status, 403)
})

t.test('the page stays small, however much was attached', async (t) => {
  const id = await lucia.create()
  const bytes = await photograph()
  const name = `${'muy largo '.repeat(12)}.jpg`
  const title = 'x'.repeat(200)
  for (let count = 0; count < 10; count++)
    await add(
      lucia,
      id,
      { kind: 'load_photo', title },
      Array.from({ length: 5 }, () => ({ name, bytes })),
    )
  for (const path of [`/ecmrs/${id}`, `/ecmrs/${id}/adjuntos`]) {
    const { html } = await lucia.open(path)
    t.ok(html.length < 60_000, `${path}: ${html.length} bytes`)
  }
  t.match((await lucia.open(`/ecmrs/${id}/adjuntos`)).text, /Adjuntos anteriores/)
})
