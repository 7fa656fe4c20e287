import { randomUUID } from 'node:crypto'
import { ERASED, noteStream } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter, withOwnCompanies } from './ground.js'

const panel = await withOwnCompanies(await buildTestPanel(t))
const { haulier, rival, person, lucia, store, dependencies } = panel
const { create, write } = noteWriter(panel)
const pathOf = ({ id }: { readonly id: string }): string => `/ecmrs/${id}/borrar-datos`
const asked = { category: 'people', reason: 'lo pidió el conductor', once: randomUUID() }
const cleared = (id: string) => dependencies.dataKeys.forget(id)

t.test('an owner erases, after reading what it means', async (t) => {
  const note = await create({ driver_name: 'Zoraida Quin' })
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `href="${pathOf(note)}"`)
  const page = await lucia.open(pathOf(note))
  t.match(page, { status: 200, text: /no se pueden recuperar.*Se conserva para siempre/s })
  t.match(page.html, 'data-confirm="¿Borrar estos datos para siempre?"')
  for (const [changed, text] of [
    [{ category: '' }, /Elija los datos/],
    [{ reason: '' }, /Escriba un motivo/],
    [{ reason: 'Zoraida Quin lo pidió' }, /Escriba un motivo que no incluya/],
  ] as const)
    t.match(await lucia.send(pathOf(note), { ...asked, ...changed }), { status: 400, text })
  t.equal((await store.readStream(noteStream(note.id))).length, 1)

  const done = await lucia.send(pathOf(note), asked)
  t.match(done, { status: 303, location: `/ecmrs/${note.id}` })
  cleared(note.id)
  const shown = await lucia.open(`/ecmrs/${note.id}`)
  t.match(shown.text, ERASED)
  t.notMatch(shown.text, 'Zoraida')
  t.match(shown.text, /Datos borrados/)
  t.match((await lucia.open(`/ecmrs/${note.id}/historial`)).text, /Datos personales borrados/)
  t.match(await lucia.send(pathOf(note), { ...asked, once: randomUUID() }), {
    status: 409,
    text: /No quedan datos/,
  })
})

t.test('what the law has kept waits, and what is under way is held', async (t) => {
  const note = await create()
  await write(note, { type: 'change_status', to: 'in_transit' })
  t.match(await lucia.send(pathOf(note), asked), { status: 409, text: /obliga a conservar los datos/ })
  await write(note, { type: 'change_status', to: 'delivered', reason: 'Cerrado' })
  t.match(await lucia.send(pathOf(note), asked), { status: 303 })
  t.match((await lucia.open(`/ecmrs/${note.id}`)).text, /Borrado programado para el \d+/)
  const james = await person(haulier)
  await james.open('/idioma/en')
  t.match((await james.open(pathOf(note))).text, /cannot be recovered.*Erasure scheduled for/s)
})

t.test('no one but the owner does', async (t) => {
  const note = await create({ driver_name: 'Zoraida Quin' })
  const member = await person(haulier, 'member')
  t.notMatch((await member.open(`/ecmrs/${note.id}`)).html, pathOf(note))
  t.equal((await member.open(pathOf(note))).status, 403)
  t.equal((await member.send(pathOf(note), asked)).status, 403)
  const other = await person(rival)
  t.equal((await other.send(pathOf(note), asked, { from: '/ecmrs' })).status, 404)
  t.equal((await store.readStream(noteStream(note.id))).length, 1)
})
