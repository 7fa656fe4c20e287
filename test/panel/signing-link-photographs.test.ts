import { randomUUID } from 'node:crypto'
import { contentHashOf } from '@ecmr/application'
import t from 'tap'
import { form, photograph, telephonePhotograph } from '../support/photographs.js'
import { openOffice } from './note-forms-office.js'
import { inviteBy, toldCode } from './signing-link-office.js'

const office = await openOffice(t)
const { lucia, eventsOf, noteOf } = office

/** A note, a link to it, and how its forms are sent with photographs. */
async function asked() {
  const id = await lucia.create({ carrier_company_name: 'Transportes Ruiz' })
  const { path, invitation } = await inviteBy(lucia, id)
  const signer = office.visitor()
  const once = randomUUID()
  let token = ''
  const send = async (
    action: string,
    fields: Readonly<Record<string, string>>,
    files: readonly Uint8Array[],
  ) => {
    token = (await signer.open(path)).formToken ?? token
    const said = { _csrf: token, once, ...fields }
    const { payload, headers } = form(said, ...files.map((bytes) => ({ bytes })))
    return signer.post(`${path}/${action}`, payload, headers)
  }
  const sign = async (fields: Readonly<Record<string, string>>, files: readonly Uint8Array[]) => {
    const content_hash = await contentHashOf(office.dependencies.dataKeys, await noteOf(id))
    return send('firma', { signer_name: 'Jean Martin', method: 'typed', content_hash, ...fields }, files)
  }
  return { id, invitation, path, signer, send, sign, code: await toldCode(lucia, id, invitation) }
}

t.test('a receiver signs with photographs of the damage, all or nothing', async (t) => {
  const { id, invitation, sign, code } = await asked()
  const files = [await telephonePhotograph(), await photograph('png')]
  const page = await sign({ code, remarks: 'Un palé dañado' }, files)
  t.match(page, { status: 200, text: /Firmada\. Gracias/ })
  const types = (await eventsOf(id)).map(({ type }) => type)
  const first = types.indexOf('AttachmentAdded')
  t.strictSame(types.slice(first, first + 3), ['AttachmentAdded', 'AttachmentAdded', 'EcmrSigned'])
  const { attachments } = await noteOf(id)
  t.match(attachments, [
    { kind: 'damage_photo', media_type: 'image/jpeg', invitation_id: invitation },
    { kind: 'damage_photo', media_type: 'image/png', invitation_id: invitation },
  ])
  const shown = await lucia.open(`/ecmrs/${id}/adjuntos`)
  t.match(shown.text, /enlace de firma/)
  const { rows } = await office.pool.query('select due_at from attachments.files where ecmr_id = $1', [id])
  t.strictSame(rows, [{ due_at: null }, { due_at: null }])
})

t.test('the same form sent again adds no photograph twice', async (t) => {
  const { id, sign, code } = await asked()
  const files = [await photograph()]
  for (let time = 0; time < 2; time++) t.match(await sign({ code }, files), { status: 200, text: /Firmada/ })
  t.equal((await noteOf(id)).attachments.length, 1)
})

t.test('that no one signs can be shown by photographs', async (t) => {
  const { id, send, code } = await asked()
  const declined = { cause: 'absent', declared_by: 'Ana Ruiz', reason: 'Puerta cerrada', decline_code: code }
  const page = await send('sin-firma', declined, [await photograph('webp')])
  t.equal(page.status, 200, page.text)
  t.match((await noteOf(id)).attachments, [{ kind: 'other', media_type: 'image/webp' }])
})

t.test('what is no photograph is refused, costs no try of the code, and nothing is signed', async (t) => {
  const { id, sign, code } = await asked()
  const bytes = await photograph()
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
  for (const files of [[pdf], [bytes, Buffer.from('<svg/>')], Array.from({ length: 6 }, () => bytes)]) {
    const page = await sign({ code }, files)
    t.match(page, { status: 400, text: /Elija hasta cinco fotografías/ })
  }
  const wrong = await sign({ code: code === '000000' ? '000001' : '000000' }, [bytes])
  t.match(wrong.text, /Intentos restantes: 4/)
  const { attachments, signatures } = await noteOf(id)
  t.strictSame([attachments, signatures], [[], []])
  const { rows } = await office.pool.query('select from attachments.files where ecmr_id = $1', [id])
  t.equal(rows.length, 0, 'nothing is kept before the code was right')
  t.match(await sign({ code }, [bytes]), { status: 200, text: /Firmada/ })
})

t.test('of a link that leads nowhere nothing is taken', async (t) => {
  const { signer } = await asked()
  const { payload, headers } = form({}, { bytes: await photograph() })
  t.equal((await signer.post(`/f/${'x'.repeat(43)}/firma`, payload, headers)).status, 404)
})
