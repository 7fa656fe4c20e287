import { randomUUID } from 'node:crypto'
import { findCompany } from '@ecmr/accounts'
import { actingFor, type Role } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { form, photograph } from '../support/photographs.js'
import { until } from '../support/until.js'
import type { Visit } from '../support/visit.js'
import { openEverything } from './every-address.js'
import { noteWriter, withOwnCompanies } from './ground.js'
import { openStream } from './event-stream.js'

const panel = await buildTestPanel(t)
const origin = await panel.app.listen({ host: '127.0.0.1', port: 0 })

async function ground() {
  const own = await withOwnCompanies(panel)
  const { create, write } = noteWriter(own)
  const jean = await own.person(own.rival, 'owner', 'Jean Martin')
  return { ...own, create, write, jean }
}

const send = (by: Visit, path: string, fields: Readonly<Record<string, string>> = {}) =>
  by.send(path, { once: randomUUID(), ...fields }, { from: '/cuenta' })

/** The status of the answer. */
async function addPhotograph(by: Visit, path: string): Promise<number> {
  const { formToken = '' } = await by.open(path)
  const fields = { _csrf: formToken, once: randomUUID(), kind: 'load_photo' }
  const { payload, headers } = form(fields, { name: 'carga.jpg', bytes: await photograph() })
  return (await by.post(path, payload, headers)).status
}

t.test('a note is shared by a handle, whose company is shown first, and revoked', async (t) => {
  const { lucia, jean, rival, create } = await ground()
  const note = await create({ reference: 'R-77' })
  const page = `/ecmrs/${note.id}/compartir`
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, page, 'the note’s page offers it')
  t.match(await lucia.open(`${page}?company=nobody-at-all&access=carrier`), {
    status: 404,
    text: /No se puede compartir con este identificador/,
  })
  const asked = await lucia.open(`${page}?company=%20${rival.handle.toUpperCase()}&access=carrier`)
  t.match(asked.text, /¿Es la empresa correcta\?/)
  t.match(asked.text, /Transports Garonne/)
  t.equal((await send(lucia, page, { company: rival.handle, access: 'carrier' })).location, page)
  const listed = await lucia.open(page)
  t.match(listed.text, /Transports Garonne · Actuar como transportista Activo/)

  const seen = await jean.open(`/ecmrs/${note.id}`)
  t.equal(seen.status, 200)
  t.match(
    seen.text,
    /es de Transportes Guadalquivir, que la comparte con su empresa para actuar como transportista/,
  )
  t.match(seen.text, /Compartida con otra empresa/, 'it stands in the timeline')
  for (const closed of [
    'editar',
    'anular',
    'invitaciones',
    'compartir',
    'borrar-datos',
    'nueva\\?desde',
    'emitir"',
  ])
    t.notMatch(seen.html, new RegExp(`/${closed}`), closed)
  t.match(seen.text, /Ahora no le toca a su empresa: «.*» es cosa de Transportes Guadalquivir/)
  t.match(seen.html, `/ecmrs/${note.id}/firmar?rol=carrier`)
  t.notMatch(seen.html, `/ecmrs/${note.id}/firmar?rol=sender`)
  const status = await jean.open(`/ecmrs/${note.id}/estado`)
  t.match(status.html, /<option value="in_transit"/)
  t.notMatch(status.html, /<option value="assigned"/)
  t.equal((await send(jean, `/ecmrs/${note.id}/estado`, { status: 'in_transit' })).status, 303)
  const files = `/ecmrs/${note.id}/adjuntos`
  t.equal(await addPhotograph(jean, files), 303)
  const added = await jean.open(files)
  t.match(added.text, /carga\.jpg/)
  t.notMatch(added.html, '/retirar', 'only the note’s company withdraws')
  const history = await jean.open(`/ecmrs/${note.id}/historial`)
  t.match(history.text, /Transportes Guadalquivir/)
  const ours = await lucia.open(`/ecmrs/${note.id}`)
  t.match(ours.text, /Transports Garonne/, 'who acted for the other company is its name')
  t.notMatch(ours.text, /Jean Martin/)

  t.match((await jean.open('/ecmrs')).text, /Compartidas con nosotros 1/)
  const list = await jean.open('/ecmrs?scope=shared')
  t.match(list.text, new RegExp(`${note.ecmr_number} Transportes Guada`))
  t.notMatch(list.html, /name="id"/, 'nothing to do with several')
  t.notMatch((await lucia.open('/ecmrs')).text, /Compartidas con nosotros/)

  const [, share = ''] = /compartir\/([0-9a-f-]{36})\/revocar/.exec(listed.html) ?? []
  t.equal((await send(lucia, `${page}/${share}/revocar`)).status, 303)
  t.match((await lucia.open(page)).text, /Revocado/)
  t.equal((await jean.open(`/ecmrs/${note.id}`)).status, 404)
  t.notMatch((await jean.open('/ecmrs?scope=shared')).text, note.ecmr_number)
})

t.test('the pages of a shared note are open by the share, and closed otherwise', async (t) => {
  const { addresses, person, rival, haulier, everything, ...rest } = await openEverything(t)
  const { write } = noteWriter({ ...rest, haulier })
  const ofNote = addresses.filter(({ pattern }) => pattern.startsWith('/ecmrs/:id'))
  const id =
    ofNote
      .find(({ pattern }) => pattern === '/ecmrs/:id')
      ?.path.split('/')
      .at(-1) ?? ''
  const note = { id, company_id: haulier.id }
  const jean = await person(rival)
  await jean.open('/idioma/en')

  const READ =
    /^\/ecmrs\/:id(\/(historial|prueba|firmas\/:place|adjuntos(\/:attachment\/archivo)?|documentos\/borrador|documentos\/:n\/(pdf|qr|qr\.svg|qr\.png)))?$/
  // The address to sign asks for the sender's signature.
  const ACT: Readonly<Record<Role, RegExp>> = {
    sender: /^\/ecmrs\/:id\/(firmar|reservas|adjuntos)$/,
    carrier: /^\/ecmrs\/:id\/(estado|vehiculo|reservas|incidencias|adjuntos)$/,
    receiver: /^\/ecmrs\/:id\/(reservas|incidencias|adjuntos)$/,
  }
  for (const access of ['read', 'sender', 'carrier', 'receiver'] as const) {
    const share_id = randomUUID()
    const given = access === 'read' ? { access } : ({ access: 'act', role: access } as const)
    await write(note, { type: 'share', share_id, company_id: rival.id, ...given })
    const before = await everything()
    for (const { pattern, opened, path, methods, fields } of ofNote) {
      const acts = access !== 'read' && ACT[access].test(pattern)
      const may = READ.test(pattern) || acts
      if (methods.includes('GET')) {
        const { status } = await jean.open(opened)
        const expected = may ? (pattern.includes('firmas') ? [200, 404] : [200]) : [403]
        t.ok(expected.includes(status), `${access}: ${pattern} is opened: ${status}`)
      }
      if (!methods.includes('POST') || acts) continue
      const page = await jean.send(path, fields, { from: '/cuenta' })
      t.equal(page.status, 403, `${access}: ${pattern} is sent: ${page.status}`)
    }
    t.same(await everything(), before, `${access}: nothing was changed`)
    await write(note, { type: 'revoke_share', share_id })
    for (const { pattern, opened, path, methods, fields } of ofNote) {
      const page = methods.includes('GET')
        ? await jean.open(opened)
        : await jean.send(path, fields, { from: '/cuenta' })
      t.equal(page.status, 404, `revoked: ${pattern}: ${page.status}`)
    }
  }
})

t.test('a company that may only read is led to the attachments when there are any', async (t) => {
  const { lucia, jean, rival, create, write } = await ground()
  const note = await create()
  await write(note, { type: 'share', share_id: randomUUID(), company_id: rival.id, access: 'read' })
  const files = `/ecmrs/${note.id}/adjuntos`
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `href="${files}"`, 'who may add some always is')
  const empty = await jean.open(`/ecmrs/${note.id}`)
  t.match(empty.text, /Aún no hay adjuntos\./)
  t.notMatch(empty.html, files)
  t.equal(await addPhotograph(lucia, files), 303)
  t.match((await jean.open(`/ecmrs/${note.id}`)).html, `href="${files}"`)
})

t.test('a page of a shared note hears of what the other company does', async (t) => {
  const { jean, rival, create, write } = await ground()
  const note = await create()
  await write(note, { type: 'share', share_id: randomUUID(), company_id: rival.id, access: 'read' })
  await until(
    async () => (await jean.open('/ecmrs?scope=shared')).text.includes(note.ecmr_number),
    'it is listed',
  )
  const stream = await openStream(origin, jean, `/cambios?carta=${note.id}&version=2`)
  if (stream instanceof Response) throw new Error(`no stream: ${stream.status}`)
  t.teardown(() => stream.close())
  await stream.next('ready')
  await write(note, { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'typed' } })
  t.match((await stream.next('changes'))?.data, { changes: [{ id: note.id, version: 3 }] })
})

t.test('owners change the handle once in a while, and whether they are shared with', async (t) => {
  const { lucia, haulier, rival, person, pool } = await ground()
  const page = '/empresa/compartir'
  t.match((await lucia.open(page)).html, haulier.handle)
  const member = await person(haulier, 'member')
  t.match((await member.open(page)).html, haulier.handle)
  t.notMatch((await member.open(page)).html, /<form method="post" action="\/empresa\/compartir/)
  t.match((await send(lucia, page, { handle: 'ñ' })).text, /Use de 3 a 40 letras minúsculas/)
  t.match((await send(lucia, page, { handle: rival.handle })).text, /ya está ocupado/)
  const handle = `guadalquivir-${randomUUID().slice(0, 8)}`
  t.equal((await send(lucia, page, { handle: handle.toUpperCase() })).location, page)
  t.match((await lucia.open(page)).html, handle)
  t.match((await send(lucia, page, { handle: `${handle}-2` })).text, /se podrá cambiar de nuevo a partir del/)
  await send(lucia, `${page}/admitir`, {})
  t.match(await findCompany(pool, actingFor(haulier.id)), { handle, takes_shares: false })
  await send(lucia, `${page}/admitir`, { takes: 'true' })
  t.match(await findCompany(pool, actingFor(haulier.id)), { takes_shares: true })
})
