import { createCompany } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { delay, noteWriter } from './ground.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')
const anna = await panel.person(panel.rival)

t.test('a company without notes sees how to begin', async (t) => {
  const page = await lucia.open('/ecmrs')
  t.match(page, { status: 200, text: /Aún no hay cartas de porte/, html: /href="\/ecmrs\/nueva"/ })
  t.notMatch(page.html, /<table/)
  t.match((await lucia.open('/ecmrs?search=aceite')).text, /Ninguna carta de porte cumple estos filtros/)
})

t.test('the list', async (t) => {
  const plain = await create({ reference: 'PLAIN', pickup_date: '2026-12-01' })
  const assigned = await create({ reference: 'ASSIGNED', pickup_date: '2026-12-05' })
  const changes = {
    carrier_company_name: 'Transportes Genil',
    vehicle_plate: '1234 LMN',
    pickup_city: 'Cádiz',
  }
  await write(assigned, { type: 'edit', changes })
  const broken = await create({ reference: 'BROKEN', pickup_date: '2026-12-10' })
  await write(broken, { type: 'change_status', to: 'in_transit' }, delay())
  const gone = await create({ reference: 'GONE', pickup_date: '2026-12-20' })
  await write(gone, { type: 'cancel', reason: 'Duplicada' })
  const foreign = await create({ reference: 'FOREIGN' }, panel.rival)

  t.test('shows what has just been written, of this company only', async (t) => {
    const page = await lucia.open('/ecmrs')
    for (const note of [plain, assigned, broken]) t.match(page.html, `href="/ecmrs/${note.id}"`)
    for (const note of [foreign, gone]) t.notMatch(page.html, note.ecmr_number)
    t.match(page.text, /3 cartas de porte/)
    t.match(page.text, /Transportes Genil 1234 LMN/)
  })

  t.test('is narrowed down by each filter of the REST interface', async (t) => {
    for (const [query = '', ...references] of [
      ['status=incident', 'BROKEN'],
      ['status=borrador', 'PLAIN'],
      ['search=cadiz+genil', 'ASSIGNED'],
      [`search=${plain.ecmr_number.toLowerCase()}`, 'PLAIN'],
      ['pickup_from=2026-12-05', 'ASSIGNED', 'BROKEN'],
      ['pickup_to=2026-12-05', 'PLAIN', 'ASSIGNED'],
      ['pickup_from=2026-12-02&pickup_to=2026-12-06', 'ASSIGNED'],
      ['include_cancelled=true&pickup_from=2026-12-09', 'BROKEN', 'GONE'],
      ['status=&search=&pickup_from=&sort=', 'PLAIN', 'ASSIGNED', 'BROKEN'],
    ]) {
      const { status, text } = await lucia.open(`/ecmrs?${query}`)
      const found = ['PLAIN', 'ASSIGNED', 'BROKEN', 'GONE', 'FOREIGN'].filter((each) =>
        text.includes(`Ref. ${each}`),
      )
      t.same([status, found], [200, references], query)
    }
  })

  t.test('is sorted', async (t) => {
    for (const [sort, ...sorted] of [
      ['pickup_date', 'PLAIN', 'ASSIGNED', 'BROKEN'],
      ['-pickup_date', 'BROKEN', 'ASSIGNED', 'PLAIN'],
      ['created_at', 'PLAIN', 'ASSIGNED', 'BROKEN'],
    ])
      t.match(
        (await lucia.open(`/ecmrs?sort=${sort}`)).text,
        new RegExp(sorted.map((each) => `Ref. ${each}`).join('.*')),
      )
  })

  t.test('counts the notes of each status', async (t) => {
    const page = await lucia.open('/ecmrs?status=incident')
    t.match(page.text, /Todas 3 Borrador 1 Asignado 1 En tránsito 0 Entregado 0 Incidencia 1/)
    t.match(page.html, /<a href="\/ecmrs\?status=incident" aria-current="page">/)
  })

  t.test('shows the filters beyond the search where one of them is used', async (t) => {
    for (const query of ['', 'search=PLAIN', 'status=draft', 'sort=-created_at'])
      t.match((await lucia.open(`/ecmrs?${query}`)).html, /<details class="more">/, query)
    for (const query of [
      'pickup_from=2026-01-01',
      'sort=pickup_date',
      'include_cancelled=true',
      'sort=colour',
    ])
      t.match((await lucia.open(`/ecmrs?${query}`)).html, /<details class="more" open>/, query)
  })

  t.test('shows each fault next to its filter, and shows what the others find', async (t) => {
    for (const [query, field, sentence] of [
      ['status=flying', 'status', 'Elija una de las opciones.'],
      ['pickup_from=2026-02-30', 'pickup_from', 'No tiene el formato correcto.'],
      ['pickup_to=tomorrow', 'pickup_to', 'No tiene el formato correcto.'],
      ['pickup_from=2026-12-09&pickup_to=2026-12-01', 'pickup_to', 'Esta fecha es anterior a la primera.'],
      ['include_cancelled=perhaps', 'include_cancelled', 'Escriba un valor válido.'],
      ['sort=colour', 'sort', 'Elija una de las opciones.'],
      [`search=${'a'.repeat(201)}`, 'search', 'Escriba como mucho 200 caracteres.'],
    ] as const) {
      const page = await lucia.open(`/ecmrs?${query}`)
      t.match(page, { status: 400, html: new RegExp(`id="f-${field}-fault">${sentence}`) }, query)
      t.match(page.html, new RegExp(`href="#f-${field}"`), `${query}: the summary leads to it`)
    }
    const page = await lucia.open('/ecmrs?status=flying&search=BROKEN')
    t.match(page, { text: /Ref\. BROKEN/, html: /name="search"[^>]*value="BROKEN"/ }, 'what was typed stays')
    t.notMatch(page.text, /Ref\. PLAIN/)
    anna.cookies.set('__Host-language', 'en')
    t.match((await anna.open('/ecmrs?status=flying')).text, /Choose one of the options/)
    anna.cookies.set('__Host-language', 'es')
    const redirected = await lucia.open('/ecmrs.csv?status=flying')
    t.equal(redirected.location, '/ecmrs?status=flying', 'those of the file, too')
  })

  t.test('absurd pages and cursors lead to the first page, which says so', async (t) => {
    const first = { status: 400, text: /Corrija los errores siguientes.*Ref\. PLAIN/ }
    for (const query of ['page=0', 'page=-1', 'page=1e999', 'page=4002', 'page=9999999', 'cursor=nonsense'])
      t.match(await lucia.open(`/ecmrs?${query}`), first, query)
  })
})

t.test('a long list is turned over page by page, keeping the filters', async (t) => {
  for (let number = 1; number <= 52; number += 1)
    await create({ reference: `LONG-${number}`, sender_city: 'Bordeaux' }, panel.rival)
  const url = '/ecmrs?search=bordeaux&sort=created_at'
  const first = await anna.open(url)
  t.match(first.text, /52 cartas de porte.*Página 1 de 3/)
  t.notMatch(first.html, /rel="prev"/)
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  t.match((await anna.open(next)).text, /Ref\. LONG-26 .*Página 2 de 3/)
  const third = await anna.open(`${url}&page=3`)
  t.match(third, { text: /Ref\. LONG-52 /, html: /rel="prev"/ })
  t.notMatch(third.html, /rel="next"/)
  t.match((await anna.open(`${url}&page=9`)).text, /La lista no llega hasta esta página\. Primera página/)
})

t.test('a company with nothing but cancelled notes is led to them', async (t) => {
  const company = await createCompany(panel.pool, { name: 'Transportes Duero' }, operator)
  await write(await create({}, company), { type: 'cancel', reason: 'Prueba' })
  const page = await (await panel.person(company)).open('/ecmrs')
  t.match(page.text, /Todas las cartas de porte están anuladas\. Ver las anuladas/)
})

/** The cells of a file as a spreadsheet reads them. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  const cells = csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n|$)/g)
  for (const [, quoted, plain = '', end = ''] of cells) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}

t.test('the list is taken away as a file that spreadsheets open', async (t) => {
  const fields = { reference: 'R;1', goods_weight_kg: 1200.5, goods_description: 'Aceite "virgen"' }
  const note = await create({ ...fields, sender_city: 'Soria' })
  await create({ ...fields, sender_city: 'Soria' }, panel.rival)
  const file = await lucia.open('/ecmrs.csv?search=soria')
  const name = /attachment; filename="cartas-de-porte-\d{4}-\d\d-\d\d\.csv"/
  t.match(file, {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': name },
  })
  const [heading = '', row = '', ...rest] = file.html.split('\r\n')
  t.match(heading, /^\uFEFFNúmero;Estado;Referencia;/)
  t.ok(row.startsWith(`${note.ecmr_number};Borrador;"R;1";`), row)
  t.match(row, ';1200,5;', 'decimals as the language writes them')
  t.match(row, '"Aceite ""virgen"""')
  t.same(rest, [''], 'only what the filters find')
  anna.cookies.set('__Host-language', 'en')
  t.match((await anna.open('/ecmrs.csv')).html, /^\uFEFFNumber,Status,/)
  t.match((await anna.open('/ecmrs')).text, /5\d consignment notes/)
})

t.test('what spreadsheets would take for a formula is text', async (t) => {
  const formulas = ['=1+1', '+34600', '-2+3', '@SUM(A1)', '=cmd|\' /C calc\'!A0;"x"']
  for (const [place, reference] of formulas.entries()) {
    const named = { reference, carrier_company_name: reference, driver_name: reference }
    await create({ ...named, sender_city: `Hostile${place}` })
  }
  const cells = cellsOf((await lucia.open('/ecmrs.csv?search=hostile')).html)
  t.equal(cells.length, formulas.length + 1)
  for (const cell of cells.slice(1).flat()) t.notMatch(cell, /^[=+\-@\t\r]/)
  for (const formula of formulas) t.ok(cells.flat().includes(`'${formula}`), JSON.stringify(formula))
})

t.test('a page says when it may be behind', async (t) => {
  await panel.stopProjections()
  await create({ reference: 'LATE' })
  t.match(await lucia.open('/ecmrs'), { status: 200, text: /Los últimos cambios aún no se ven aquí/ })
})
