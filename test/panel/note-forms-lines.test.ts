import { randomUUID } from 'node:crypto'
import type { EcmrFields } from '@ecmr/domain'
import t from 'tap'
import { eight, leadsTo, openOffice, type Sent, sentFrom, typedIn } from './note-forms-office.js'

const { lucia, emma, rivalOwner, eventsOf, storyOf, noteOf } = await openOffice(t)

const MOST_BYTES = 60_000

type Item = NonNullable<EcmrFields['goods_items']>[number]

const item = (line: number): Item => ({
  description: `Aceite de oliva virgen extra ecológico «Cosecha temprana», botellas de 750 ml, lote ${line}`,
  packages: line,
  packaging: 'Cajas de cartón sobre europalé, película retráctil',
  marks: `AOVE-2026-${line}/ES-SE · SSCC 003841000000${1000 + line}`,
  weight_kg: 1250.5,
  volume_m3: 1.25,
  hs_code: '1509 20 00',
})

const upTo = (count: number): readonly string[] => Array.from({ length: count }, (_, row) => String(row + 1))

/** Lines of a list as a form sends them. */
function typed(list: string, lines: readonly Readonly<Record<string, string | number | undefined>>[]): Sent {
  return Object.fromEntries(
    lines.flatMap((line, row) =>
      Object.entries(line).map(([member, value]) => [
        `${list}/${row}/${member}`,
        String(value).replace('.', ','),
      ]),
    ),
  )
}

const items = (count: number): Sent =>
  typed(
    'goods_items',
    upTo(count).map((line) => item(Number(line))),
  )

/** The number of each line, as its description has it. */
async function linesOf(id: string): Promise<readonly string[]> {
  const { goods_items = [] } = (await noteOf(id)).fields
  return goods_items.map(({ description }) => description.replace(/^.*lote /, ''))
}

const at = (id: string, line: number | 'fin'): string => `/ecmrs/${id}/editar?lista=goods_items&linea=${line}`

const rowsOf = (sent: Sent): number => new Set(Object.keys(sent).map((name) => name.split('/')[1])).size

const shownRows = (sent: Sent): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => /^goods_items\/\d+\//.test(name)))

const without = (sent: Sent, line: number): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(`goods_items/${line - 1}/`)))

const times = <Line>(count: number, line: (row: number) => Line): readonly Line[] =>
  Array.from({ length: count }, (_, row) => line(row))

const full = await lucia.create({
  ...items(200),
  ...typed(
    'charges',
    times(50, (row) => ({
      kind: `Suplemento de combustible y peajes, tramo ${row}`,
      ...{ amount: '1250,50', currency: 'EUR', payer: 'sender' },
    })),
  ),
  ...typed(
    'successive_carriers',
    times(20, (row) => ({
      company_name: `Transportes Internacionales del Guadalquivir ${row} SL`,
      ...{ tax_id: 'B41234567', address: 'Polígono Industrial La Red, calle Siete, nave 14' },
      ...{ city: 'Alcalá de Guadaíra', postal_code: '41500', country: 'España', vehicle_plate: '1234 ABC' },
      remarks: 'Dos palés con el film roto al tomar la mercancía a cargo',
    })),
  ),
  notes: 'Entregar solo con cita previa. '.repeat(40),
  instructions: 'Mantener entre 15 y 20 grados. '.repeat(20),
})

t.test('with every list as long as it may be, no page of a form reaches 60 KB', async (t) => {
  const end = await lucia.open(at(full, 'fin'))
  t.notMatch(end.html, /value="(add|go):goods_items(:fin)?"/, 'no room for a 201st')
  const pages = [at(full, 1), at(full, 200), at(full, 'fin'), `/ecmrs/nueva?desde=${full}`]
  for (const path of pages) {
    const page = await lucia.open(path)
    t.ok(Buffer.byteLength(page.html) < MOST_BYTES, `${path}: ${Buffer.byteLength(page.html)} bytes`)
  }
  const shown = await lucia.open(at(full, 21))
  t.equal(rowsOf(shownRows(sentFrom(shown))), 10)
  t.match(shown.text, /Se muestran las líneas 21 a 30 de 200\./)
  t.match(shown.text, /Se muestran las líneas 1 a 10 de 50\..*31–40 41–50/)
  const many = { ...sentFrom(shown), 'goods_items/25/packages': 'muchos', do: 'save' }
  const faulty = await lucia.fill(full, 'editar', many)
  t.equal(faulty.status, 400)
  t.ok(Buffer.byteLength(faulty.html) < MOST_BYTES)
  t.match(faulty.text, /Partidas 26: bultos/)
  t.match(faulty.html, /href="#f-goods_items-25-packages"/)
  t.match(faulty.html, /id="f-goods_items-25-packages"/)
  t.match(faulty.text, /Se muestran las líneas 21 a 30 de 200\./)
  t.strictSame(await storyOf(full), ['EcmrCreated'])
})

t.test('what is signed of such a note is read in parts, every line of it', async (t) => {
  const seen: string[] = []
  let path: string | undefined = `/ecmrs/${full}/firmar?rol=sender`
  while (path !== undefined) {
    const page = await lucia.open(path)
    t.ok(Buffer.byteLength(page.html) < MOST_BYTES, `${path}: ${Buffer.byteLength(page.html)} bytes`)
    for (const [, lot = ''] of page.html.matchAll(/<dd class="lines">[^<]* lote (\d+)<\/dd>/g)) seen.push(lot)
    const next: string | undefined = /href="([^"]*dato=[^"]*)#content"/.exec(page.html)?.[1]
    path = next?.replaceAll('&amp;', '&')
  }
  t.strictSame(seen, upTo(200))
  const { status, text } = await lucia.open(`/ecmrs/${full}/firmar?rol=sender&dato=99999`)
  t.equal(status, 200)
  t.match(text, /Se firman todos/)
})

t.test('saving the lines that are shown leaves the others as they are, to the letter', async (t) => {
  const marks = 'A1\nA2'
  const id = await lucia.create({ ...items(60), 'goods_items/49/marks': marks })
  const shown = sentFrom(await lucia.open(at(id, 30)))
  await lucia.fill(id, 'editar', { ...shown, 'goods_items/24/packages': '99', do: 'save' })
  const [created, edited, ...more] = await eventsOf(id)
  t.strictSame(more, [])
  const old = Array.from({ length: 60 }, (_, row) => ({ ...item(row + 1), ...(row === 49 && { marks }) }))
  t.match(created?.data.fields, { goods_items: old })
  const now = old.map((line, row) => (row === 24 ? { ...line, packages: 99 } : line))
  t.strictSame(edited?.data.changes, [{ field: 'goods_items', old, new: now }])
})

t.test('a form that shows a portion and changes nothing records nothing', async (t) => {
  for (const line of [1, 100, 'fin'] as const) {
    const shown = sentFrom(await lucia.open(at(full, line)))
    const page = await lucia.fill(full, 'editar', { ...shown, do: 'save' })
    t.match((await lucia.follow(page)).text, /No ha hecho ningún cambio/)
  }
  t.strictSame(await storyOf(full), ['EcmrCreated'])
})

t.test('lines are taken out and added, and saving leads on to other lines', async (t) => {
  const id = await lucia.create(items(60))
  const shown = sentFrom(await lucia.open(at(id, 21)))
  const on = await lucia.fill(id, 'editar', { ...without(shown, 25), do: 'go:goods_items:51' })
  t.equal(on.location, `${at(id, 51)}#f-goods_items`)
  const next = await lucia.follow(on)
  t.match(next.text, /Cambios guardados/)
  t.match(next.text, /Se muestran las líneas 51 a 59 de 59\./)
  const left = upTo(60).filter((line) => line !== '25')
  t.strictSame(await linesOf(id), left)
  const added = await lucia.fill(id, 'editar', { ...sentFrom(next), do: 'add:goods_items' })
  t.equal(typedIn(added, 'goods_items/59/description'), '', 'without scripts')
  const last = { ...sentFrom(added), 'goods_items/59/description': 'lote 61' }
  const full = await lucia.fill(id, 'editar', { ...last, do: 'go:goods_items:fin' })
  const beyond = await lucia.follow(full)
  t.equal(typedIn(beyond, 'goods_items/60/description'), '', 'a portion of its own')
  t.equal(typedIn(beyond, 'goods_items/59/description'), undefined)
  await lucia.fill(id, 'editar', { ...sentFrom(beyond), 'goods_items/60/description': 'lote 62', do: 'save' })
  t.strictSame(await linesOf(id), [...left, '61', '62'])
  const away = { version: '4', goods_items: '', 'lines/goods_items': '0-20', do: 'save' }
  await lucia.fill(id, 'editar', away)
  t.equal((await linesOf(id))[0], '21')
})

t.test('going from one page of lines to another asks for no reason of a change', async (t) => {
  const id = await lucia.create(items(30))
  const content_hash = typedIn(await lucia.open(`/ecmrs/${id}/firmar?rol=sender`), 'content_hash') ?? ''
  const signature = { signer_name: 'Ana Ruiz', method: 'typed', content_hash }
  t.equal((await lucia.fill(id, 'firmar?rol=sender', signature)).status, 303)
  const shown = sentFrom(await lucia.open(`/ecmrs/${id}/editar`))
  const page = await lucia.follow(await lucia.fill(id, 'editar', { ...shown, do: 'go:goods_items:21' }))
  t.match(page.text, /Se muestran las líneas 21 a 30 de 30\./)
  t.notMatch(page.text, /No ha hecho ningún cambio/)
  t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrSigned'])
})

t.test('two people change adjacent lines, and both changes stay', async (t) => {
  const id = await lucia.create(items(60))
  const hers = sentFrom(await lucia.open(at(id, 21)))
  const first = sentFrom(await emma.open(at(id, 1)))
  await emma.fill(id, 'editar', { ...without(without(first, 2), 3), do: 'save' })
  const end = sentFrom(await emma.open(at(id, 'fin')))
  await emma.fill(id, 'editar', { ...end, 'goods_items/58/description': 'lote 61', do: 'save' })
  const changed = { ...without(hers, 30), 'goods_items/20/packages': '99', do: 'save' }
  const stale = await lucia.fill(id, 'editar', changed)
  t.equal(stale.status, 409)
  t.ok(Buffer.byteLength(stale.html) < MOST_BYTES)
  t.match(stale.text, /ha cambiado mientras la editaba/)
  t.match(stale.text, /Se muestran las líneas 19 a 27 de 58\./)
  t.equal(typedIn(stale, 'goods_items/18/packages'), '99', 'what was typed is kept')
  t.equal((await lucia.fill(id, 'editar', { ...sentFrom(stale), do: 'save' })).status, 303)
  t.strictSame(await linesOf(id), [...upTo(60).filter((line) => !['2', '3', '30'].includes(line)), '61'])
  t.equal((await noteOf(id)).fields.goods_items?.[18]?.packages, 99)
})

t.test('what others add at the end of a list stays, also where it is shown as a whole', async (t) => {
  const id = await lucia.create(items(2))
  const none = await lucia.create()
  for (const [note, own] of [
    [id, 2],
    [none, 0],
  ] as const) {
    const shown = sentFrom(await lucia.open(`/ecmrs/${note}/editar`))
    const add = (by: typeof lucia, description: string) =>
      by.fill(note, 'editar', { ...shown, [`goods_items/${own}/description`]: description, do: 'save' })
    await add(emma, 'lote 8')
    const stale = await add(lucia, 'lote 9')
    t.equal(stale.status, 409)
    t.equal((await lucia.fill(note, 'editar', { ...sentFrom(stale), do: 'save' })).status, 303)
    t.strictSame([...(await linesOf(note))].sort(), [...upTo(own), '8', '9'])
  }
})

t.test('a form that stands for lines that the note does not have is refused', async (t) => {
  const id = await lucia.create(items(2))
  for (const lines of ['0-3', '2-1', '-1-2', 'x', '0-1e1'])
    for (const path of [`/ecmrs/${id}/editar`, '/ecmrs/nueva']) {
      const sent = { ...eight, version: '1', goods_items: '', 'lines/goods_items': lines, once: randomUUID() }
      t.equal((await lucia.send(path, sent)).status, 400, `${path} ${lines}`)
    }
  for (const address of ['?lista=goods_items&linea=0', '?lista=__proto__&linea=1', '?lista=goods_items'])
    t.equal((await lucia.open(`/ecmrs/${id}/editar${address}`)).status, 200, address)
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

t.test('a copy has every line, also those that its form does not show', async (t) => {
  const id = await lucia.create(items(60))
  const form = await lucia.open(`/ecmrs/nueva?desde=${id}`)
  t.match(form.text, /Se muestran las líneas 1 a 10 de 60\. Las demás líneas se copian sin cambios/)
  const sent = { ...without(sentFrom(form), 7), pickup_date: eight.pickup_date }
  const changed = sentFrom(await emma.open(at(id, 'fin')))
  await emma.fill(id, 'editar', { ...changed, 'goods_items/60/description': 'lote 61', do: 'save' })
  const checked = await lucia.send('/ecmrs/nueva', { ...sent, do: 'check' })
  t.match(checked.text, /Todavía no se ha guardado nada/)
  const again = sentFrom(checked)
  const made = await lucia.send('/ecmrs/nueva', { ...again, do: 'go:goods_items:41' })
  const copy = /^\/ecmrs\/([0-9a-f-]{36})\//.exec(made.location ?? '')?.[1] ?? ''
  const left = upTo(60).filter((line) => line !== '7')
  t.strictSame(await linesOf(copy), left, 'as the note was when the form was made')
  const created = /Carta de porte creada.*Se muestran las líneas 41 a 50 de 59\./
  t.match((await lucia.follow(made)).text, created)
  const twice = await lucia.send('/ecmrs/nueva', { ...again, do: 'save' })
  t.equal(leadsTo(twice), copy, 'sent twice it is one note')
  const stolen = { ...sent, ...eight, once: randomUUID() }
  t.equal((await rivalOwner.send('/ecmrs/nueva', stolen)).status, 404, 'nor by another company')
  t.equal((await lucia.send('/ecmrs/nueva', { ...stolen, copied_version: '9' })).status, 400)
})

t.test('a form has room for as many lines as it may show; for more it is saved first', async (t) => {
  const sent = { ...eight, ...items(20), do: 'add:goods_items', once: randomUUID() }
  const form = await lucia.send('/ecmrs/nueva', sent)
  t.equal(typedIn(form, 'goods_items/20/description'), undefined)
  t.notMatch(form.html, /value="add:goods_items"/)
  const made = await lucia.send('/ecmrs/nueva', { ...sentFrom(form), do: 'go:goods_items:fin' })
  const next = await lucia.follow(made)
  t.equal(typedIn(next, 'goods_items/20/description'), '')
  t.match(next.text, /Hay 20 líneas que no se muestran aquí/)
})
