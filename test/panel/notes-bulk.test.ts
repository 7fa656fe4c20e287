import { randomUUID } from 'node:crypto'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { faultOf, noteWriter, signedBy } from './ground.js'
import { until } from '../support/until.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')
const anna = await panel.person(panel.rival)

const query = (...notes: readonly { readonly id: string }[]): string =>
  [...notes.map(({ id }) => `id=${id}`), 'volver=%2Fecmrs%3Fstatus%3Ddraft'].join('&')
const ids = (...notes: readonly { readonly id: string }[]): readonly string[] => notes.map(({ id }) => id)
/** the hidden ids of a form */
const offered = (html: string): readonly string[] =>
  [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id)

t.test('the list lets one select notes and says what can be done with them', async (t) => {
  const note = await create()
  const { html } = await lucia.open('/ecmrs?status=draft')
  t.match(
    html,
    `<input type="checkbox" name="id" value="${note.id}" aria-label="Seleccionar ${note.ecmr_number}">`,
  )
  for (const action of ['transportista', 'documentos', 'csv', 'anular'])
    t.match(html, `formaction="/ecmrs/seleccion/${action}"`)
  t.match(html, '<input type="hidden" name="volver" value="/ecmrs?status=draft">')
  t.same(offered((await lucia.open('/ecmrs?en=2999-01-01T00:00')).html).length > 0, true)
  t.same(
    offered((await lucia.open(`/ecmrs?en=${new Date().toISOString()}`)).html),
    [],
    'not those of the past',
  )
})

t.test('cancelling names what will happen, does each by itself, and once', async (t) => {
  const [one, other] = [await create(), await create()]
  const taken = await create()
  await write(taken, { type: 'change_status', to: 'in_transit' })
  const foreign = await create({}, panel.rival)
  const path = '/ecmrs/seleccion/anular'
  const asked = await lucia.open(`${path}?${query(one, other, taken, foreign, { id: randomUUID() })}`)
  t.match(asked, { status: 200, text: /Anular 2 cartas de porte .*No se puede deshacer/ })
  t.same(offered(asked.html), ids(one, other))
  t.match(asked.text, new RegExp(`No incluidas ${taken.ecmr_number} .*.*no se puede anular`))
  t.match(asked.text, /2 cartas de porte de la selección ya no se encuentran/)
  t.notMatch(asked.text, foreign.ecmr_number)
  t.match(asked.html, 'href="/ecmrs?status=draft"', 'leads back to the list as it was')

  const form = { id: ids(one, other, taken, foreign), once: randomUUID(), volver: '/ecmrs?status=draft' }
  const blank = await lucia.send(path, form, { from: '/ecmrs' })
  t.equal(blank.status, 400)
  t.equal(faultOf(blank, 'reason'), 'Rellene este campo.')
  t.same(offered(blank.html), ids(one, other), 'and nothing is lost')
  for (const turn of ['first', 'again']) {
    const done = await lucia.send(path, { ...form, reason: 'Pedido retirado' }, { from: '/ecmrs' })
    t.match(done, { status: 200, text: /Hecho en 2 de 3 cartas de porte/ }, turn)
    t.match(done.text, new RegExp(`${taken.ecmr_number} .*No hecho .*no se puede anular`), turn)
  }
  const cancelled = async (): Promise<readonly string[]> => {
    const { rows } = await panel.pool.query<{ ecmr_id: string }>(
      `select ecmr_id from rm_history.events where type = 'EcmrCancelled' order by ecmr_id`,
    )
    return rows.map(({ ecmr_id }) => ecmr_id)
  }
  await until(async () => (await cancelled()).length > 1, 'the history')
  t.same(await cancelled(), [...ids(one, other)].sort(), 'those of this company, each once')
})

t.test('a carrier is assigned with all its details, in place of those of another', async (t) => {
  const fresh = await create({ reference: 'CARRIER-1' })
  const former = {
    carrier_company_name: 'Transportes Genil',
    carrier_tax_id: 'B18000001',
    driver_name: 'José Peña',
  }
  const replaced = await create({ ...former, vehicle_plate: '1234 LMN' })
  const same = await create({ carrier_company_name: 'Ebro Cargo', carrier_tax_id: 'B50000002' })
  const signed = await write(await create(), signedBy('sender'))
  const path = '/ecmrs/seleccion/transportista'
  const asked = await lucia.open(`${path}?${query(fresh, replaced, same, signed)}`)
  t.match(asked.text, /Asignar transportista a 4 cartas de porte/)
  t.match(asked.text, new RegExp(`${signed.ecmr_number} .*Firmada: habrá que volver a firmarla`))

  const form = {
    id: ids(fresh, replaced, same, signed),
    once: randomUUID(),
    carrier_company_name: 'Ebro Cargo',
  }
  const tooLong = await lucia.send(path, { ...form, vehicle_plate: 'x'.repeat(21) }, { from: '/ecmrs' })
  t.match(faultOf(tooLong, 'vehicle_plate'), /como mucho 20/)
  const done = await lucia.send(path, { ...form, vehicle_plate: '7187 DZG' }, { from: '/ecmrs' })
  t.match(done.text, /Hecho en 3 de 4 cartas de porte/)
  t.match(done.text, new RegExp(`${signed.ecmr_number} .*No hecho`), 'a signed note asks for a reason')
  const shown = async (id: string) => (await lucia.open(`/ecmrs/${id}`)).text
  t.match(await shown(fresh.id), /Ebro Cargo/)
  t.notMatch(await shown(replaced.id), /Genil|B18000001|José Peña|1234 LMN/)
  t.match(await shown(same.id), /B50000002/, 'of the same carrier the rest stays')
  const again = { ...form, id: ids(signed), once: randomUUID(), amendment_reason: 'Cambio de flota' }
  t.match((await lucia.send(path, again, { from: '/ecmrs' })).text, /Hecho: 1 carta de porte/)
})

t.test('documents are issued where a note has changed', async (t) => {
  const [one, other] = [await create(), await create()]
  const path = '/ecmrs/seleccion/documentos'
  t.match(
    (await lucia.open(`${path}?${query(one, other)}`)).text,
    /Emitir los documentos de 2 cartas de porte/,
  )
  const sent = (once: string) => lucia.send(path, { id: ids(one, other), once }, { from: '/ecmrs' })
  t.match((await sent(randomUUID())).text, /Hecho: 2 cartas de porte .*Documento emitido .*Documento emitido/)
  t.match((await sent(randomUUID())).text, /Sin cambios: ya estaba así/)
})

t.test('a selection is taken away as a file, without the notes of others', async (t) => {
  const [one, other] = [await create({ reference: 'FILE-1' }), await create({ reference: 'FILE-2' })]
  const foreign = await create({ reference: 'FILE-3' }, panel.rival)
  await create({ reference: 'FILE-4' })
  const file = await lucia.open(`/ecmrs/seleccion/csv?${query(one, other, foreign)}`)
  t.match(file.headers['content-disposition'], /attachment/)
  t.same(file.html.match(/FILE-\d/g), ['FILE-2', 'FILE-1'])
})

t.test('a selection that cannot be is refused, and none leads back', async (t) => {
  const note = await create()
  for (const action of ['transportista', 'documentos', 'anular', 'csv']) {
    const path = `/ecmrs/seleccion/${action}`
    t.match(await lucia.open(path), { status: 303, location: '/ecmrs' }, 'nothing selected')
    t.match(await lucia.open(`${path}?id=&id=x&volver=//evil.example`), {
      status: 303,
      location: '/ecmrs',
    })
    const many = Array.from({ length: 101 }, () => ({ id: randomUUID() }))
    t.equal((await lucia.open(`${path}?${query(...many)}`)).status, 413, 'more than a hundred')
    if (action === 'csv') continue
    t.match(await anna.open(`${path}?${query(note)}`), { status: 303 }, 'another company has none of them')
    const sent = await anna.send(path, { id: note.id, once: randomUUID(), reason: 'x' }, { from: '/ecmrs' })
    t.equal(sent.status, 303, 'and does nothing to them')
  }
  const once = { id: note.id, once: 'nonsense', reason: 'x' }
  t.equal((await lucia.send('/ecmrs/seleccion/anular', once, { from: '/ecmrs' })).status, 400)
  t.notMatch((await lucia.open(`/ecmrs/${note.id}`)).text, /Anulada/)
})
