import { randomUUID } from 'node:crypto'
import t from 'tap'
import { faultOf } from './ground.js'
import { type Clerk, eight, openOffice, typedIn } from './note-forms-office.js'

const office = await openOffice(t)
const { lucia, emma, eventsOf, storyOf, noteOf } = office

const signature = { signer_name: 'Ana Ruiz', method: 'typed' } as const

/** Signs as a party does: what the page shows. */
async function sign(id: string, role: string): Promise<void> {
  const page = await lucia.open(`/ecmrs/${id}/firmar?rol=${role}`)
  const content_hash = typedIn(page, 'content_hash') ?? ''
  const signed = await lucia.fill(id, `firmar?rol=${role}`, { ...signature, content_hash })
  if (signed.status !== 303) throw new Error(signed.text.slice(0, 400))
}

t.test('only what was changed is recorded; what was made blank is cleared', async (t) => {
  const id = await lucia.create({ goods_weight_kg: '1250,5', reference: 'PED-1', seal_numbers: 'S1' })
  const page = await lucia.fill(id, 'editar', {
    ...eight,
    version: '1',
    receiver_city: 'Dijon',
    goods_weight_kg: '1250,5',
    reference: '',
    seal_numbers: 'S1\nS2',
    vehicle_country: '',
  })
  t.equal(page.location, `/ecmrs/${id}`)
  t.match((await lucia.follow(page)).text, /Cambios guardados/)
  const [, edited, ...more] = await eventsOf(id)
  t.strictSame(more, [])
  t.match(edited?.metadata.actor, { kind: 'user', id: lucia.user.id })
  t.strictSame(edited?.data.changes, [
    { field: 'receiver_city', old: 'Lyon', new: 'Dijon' },
    { field: 'reference', old: 'PED-1', new: null },
    { field: 'seal_numbers', old: ['S1'], new: ['S1', 'S2'] },
  ])
})

t.test('a form that changes nothing records nothing', async (t) => {
  const id = await lucia.create({ goods_volume_m3: '1,125', cod_amount: '1,250', cod_currency: 'EUR' })
  const shown = await lucia.open(`/ecmrs/${id}/editar`)
  const names = ['goods_volume_m3', 'cod_amount', 'cod_currency', ...Object.keys(eight)]
  const same = Object.fromEntries(names.map((name) => [name, typedIn(shown, name) ?? '']))
  t.match(same, { goods_volume_m3: '1,125', cod_amount: '1,250', goods_description: eight.goods_description })
  const page = await lucia.fill(id, 'editar', { ...same, version: '1' })
  t.match((await lucia.follow(page)).text, /No ha hecho ningún cambio/)
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

t.test('lists can be emptied, and said to be empty', async (t) => {
  const id = await lucia.create({
    'charges/0/kind': 'Porte',
    'charges/0/amount': '12',
    'charges/0/currency': 'EUR',
    'charges/0/payer': 'sender',
  })
  await lucia.fill(id, 'editar', { version: '1', charges: '', 'charges/none': 'true' })
  t.strictSame((await noteOf(id)).fields.charges, [])
  await lucia.fill(id, 'editar', { version: '2', charges: '' })
  t.equal((await noteOf(id)).fields.charges, undefined)
})

t.test('faults are shown next to what was typed', async (t) => {
  const id = await lucia.create({ cod_amount: '12', cod_currency: 'EUR', goods_weight_kg: '5' })
  const wrong = { version: '1', receiver_city: '', goods_weight_kg: 'x', pickup_date: '2026-02-30' }
  const page = await lucia.fill(id, 'editar', wrong)
  t.equal(page.status, 400)
  t.equal(faultOf(page, 'receiver_city'), 'Rellene este campo.')
  t.match(faultOf(page, 'goods_weight_kg'), /Escriba un número/)
  t.match(faultOf(page, 'pickup_date'), /fecha válida/)
  const contradictory = await emma.fill(id, 'editar', { version: '1', cod_currency: '' })
  t.equal(contradictory.status, 409)
  t.match(faultOf(contradictory, 'cod_currency'), /needs a currency/)
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

t.test('a form made of an older note shows what others did, keeps what was typed, and goes on', async (t) => {
  const id = await lucia.create()
  await emma.fill(id, 'editar', { version: '1', receiver_city: 'Dijon', sender_city: 'Huelva' })
  const stale = await lucia.fill(id, 'editar', {
    ...eight,
    version: '1',
    receiver_city: 'Paris',
    goods_description: 'Vino',
  })
  t.match(stale, { status: 409, text: /ha cambiado mientras la editaba/ })
  t.match(stale.text, /Datos modificados: Emma Hill/)
  t.match(stale.text, /Destinatario: población Lyon Dijon/)
  t.match(stale.text, /Valor actual: Dijon/, 'next to what was typed')
  t.equal(typedIn(stale, 'receiver_city'), 'Paris', 'what was typed is kept')
  t.equal(typedIn(stale, 'goods_description'), 'Vino')
  t.equal(typedIn(stale, 'sender_city'), 'Huelva', 'what was not touched is as it is now')
  t.equal(typedIn(stale, 'version'), '2')
  const names = [...Object.keys(eight), 'version']
  const again = Object.fromEntries(names.map((name) => [name, typedIn(stale, name) ?? '']))
  t.equal((await lucia.fill(id, 'editar', again)).status, 303)
  t.match((await noteOf(id)).fields, {
    receiver_city: 'Paris',
    goods_description: 'Vino',
    sender_city: 'Huelva',
  })
})

t.test(
  'a change that is sent twice is applied once, even when another user has changed the note since',
  async (t) => {
    const id = await lucia.create()
    const sent = { version: '1', receiver_city: 'Dijon', once: randomUUID() }
    await lucia.fill(id, 'editar', sent)
    await emma.fill(id, 'editar', { version: '2', sender_city: 'Huelva' })
    t.equal((await lucia.fill(id, 'editar', sent)).location, `/ecmrs/${id}`)
    t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrEdited', 'EcmrEdited'])
  },
)

t.test('a signed note changes only for a reason', async (t) => {
  const id = await lucia.create()
  await sign(id, 'sender')
  t.match((await lucia.open(`/ecmrs/${id}/editar`)).text, /está firmada: cada cambio necesita un motivo/)
  const amend = (by: Clerk, amendment_reason: string) =>
    by.fill(id, 'editar', { version: '2', receiver_city: 'Dijon', amendment_reason })
  const page = await amend(lucia, '')
  t.equal(page.status, 409)
  t.match(faultOf(page, 'amendment_reason'), /Indique un motivo/)
  t.match(faultOf(await amend(emma, 'x'.repeat(2001)), 'amendment_reason'), /at most 2000/)
  t.equal((await amend(lucia, 'Se mudaron')).status, 303)
  t.match((await eventsOf(id)).at(-1), { type: 'EcmrAmended', data: { reason: 'Se mudaron' } })
})

t.test('on the way only what the law lets change is shown and taken', async (t) => {
  const id = await lucia.create({ vehicle_plate: '1111 AAA' })
  await sign(id, 'carrier')
  const version = String((await noteOf(id)).version)
  const shown = await lucia.open(`/ecmrs/${id}/editar`)
  t.equal(typedIn(shown, 'sender_city'), undefined)
  t.equal(typedIn(shown, 'receiver_city'), 'Lyon')
  t.match(shown.text, /La mercancía está en camino/)
  const changes = { sender_city: 'Huelva', vehicle_plate: '2222 BBB', amendment_reason: 'Avería' }
  const page = await lucia.fill(id, 'editar', { version, ...changes })
  t.equal(page.status, 303)
  t.match((await noteOf(id)).fields, { sender_city: 'Sevilla', vehicle_plate: '2222 BBB' })
  t.equal((await eventsOf(id)).at(-1)?.type, 'VehicleChanged')
})

t.test('what was typed into a field that is closed meanwhile is shown as lost', async (t) => {
  const id = await lucia.create()
  await sign(id, 'carrier')
  const typed = { version: '1', sender_city: 'Huelva', receiver_city: 'Dijon' }
  const stale = await lucia.fill(id, 'editar', typed)
  t.match(stale.text, /no se ha conservado: Remitente: población: Huelva/)
  t.equal(typedIn(stale, 'receiver_city'), 'Dijon')
})

t.test('a note that takes no changes has no form', async (t) => {
  const id = await lucia.create()
  await sign(id, 'receiver')
  const delivered = await lucia.open(`/ecmrs/${id}/editar`)
  t.match(delivered.text, /La mercancía está entregada/)
  t.notMatch(delivered.html, /name="once"/)
  const cancelled = await lucia.create()
  await lucia.fill(cancelled, 'anular', { reason: 'Error' })
  t.match((await emma.open(`/ecmrs/${cancelled}/editar`)).text, /is cancelled and cannot be changed/)
  t.equal((await lucia.fill(cancelled, 'editar', { version: '1', receiver_city: 'Dijon' })).status, 409)
})

t.test('a form made of a version that the note does not have is refused', async (t) => {
  const id = await lucia.create()
  for (const version of ['0', '2', '-1', 'x', ''])
    t.equal((await lucia.fill(id, 'editar', { version, sender_city: 'x' })).status, 400, `version ${version}`)
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})
