import { createCompany } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { delay, noteWriter, signedBy } from './ground.js'

const LIST_COLUMNS =
  'reference status route sender receiver carrier driver plate goods pickup delivery signatures created updated'.split(
    ' ',
  )

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
    delivery_date: '2027-03-01',
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
    t.match(page.text, /Transportes Genil/)
  })

  t.test('is narrowed down by each filter of the REST interface', async (t) => {
    for (const [query = '', ...references] of [
      ['status=incident', 'BROKEN'],
      ['status=borrador', 'PLAIN'],
      ['search=cadiz+genil', 'ASSIGNED'],
      [`search=${plain.ecmr_number.toLowerCase()}`, 'PLAIN'],
      ['search=1234LMN', 'ASSIGNED'],
      ['carrier=genil', 'ASSIGNED'],
      ['driver=genil'],
      ['status=anulado', 'GONE'],
      ['delivery_from=2027-03-01&delivery_to=2027-03-02', 'ASSIGNED'],
      ['pickup_from=2026-12-05', 'ASSIGNED', 'BROKEN'],
      ['pickup_to=2026-12-05', 'PLAIN', 'ASSIGNED'],
      ['pickup_from=2026-12-02&pickup_to=2026-12-06', 'ASSIGNED'],
      ['include_cancelled=true&pickup_from=2026-12-09', 'BROKEN', 'GONE'],
      ['status=&search=&pickup_from=&sort=', 'PLAIN', 'ASSIGNED', 'BROKEN'],
    ]) {
      const { status, text } = await lucia.open(`/ecmrs?${query}`)
      const found = ['PLAIN', 'ASSIGNED', 'BROKEN', 'GONE', 'FOREIGN'].filter((each) =>
        new RegExp(`\\b${each}\\b`).test(text),
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
        new RegExp(sorted.map((each) => `\\b${each}\\b`).join('.*')),
      )
  })

  t.test('counts the notes of each status', async (t) => {
    const page = await lucia.open('/ecmrs?status=incident')
    t.match(page.text, /Todas 3 Borrador 1 Asignada 1 En tránsito 0 Entregada 0 Incidencia 1 Anuladas 1/)
    t.match(page.html, /<a href="\/ecmrs\?status=incident" aria-current="page">/)
  })

  t.test('names each filter in use, with a link that removes it alone', async (t) => {
    t.notMatch((await lucia.open('/ecmrs?sort=pickup_date')).html, 'class="applied"')
    const page = await lucia.open('/ecmrs?search=cadiz&carrier=genil&include_cancelled=true&page=2')
    t.match(page.text, /Buscar: cadiz Transportista: genil Incluir las anuladas Quitar filtros/)
    t.match(
      page.html,
      '<a href="/ecmrs?search=cadiz&amp;include_cancelled=true" aria-label="Quitar: Transportista: genil">',
    )
    t.match(page.html, '<details class="more">')
    t.match(
      (await lucia.open('/ecmrs?sort=colour')).html,
      '<details class="more" open>',
      'open where a fault is',
    )
  })

  t.test('headings sort, the other way round at the second time, and keep the filters', async (t) => {
    const once = await lucia.open('/ecmrs?carrier=genil&page=1')
    t.match(once.html, '<a href="/ecmrs?carrier=genil&amp;sort=pickup_date">Recogida</a>')
    t.notMatch(once.html, 'aria-sort')
    const twice = await lucia.open('/ecmrs?sort=pickup_date')
    t.match(twice.html, /aria-sort="ascending"><a href="\/ecmrs\?sort=-pickup_date">Recogida/)
    t.match(
      (await lucia.open('/ecmrs?sort=-pickup_date')).html,
      /aria-sort="descending"><a href="\/ecmrs\?sort=pickup_date"/,
    )
    const past = await lucia.open(`/ecmrs?en=2026-01-01T00:00&sort=pickup_date`)
    t.notMatch(past.html, /sort=delivery_date/, 'what the past is not sorted by is no link')
  })

  t.test('shows the columns and as many rows as one chooses, in this browser', async (t) => {
    const marta = await panel.person(panel.haulier)
    const chosen = { column: ['plate', 'carrier', 'nonsense'], rows: '35', back: '/ecmrs?sort=pickup_date' }
    const saved = await marta.send('/ecmrs/lista/columnas', chosen, { from: '/ecmrs' })
    t.match(saved, { status: 303, location: '/ecmrs?sort=pickup_date' })
    const headings = async () =>
      [...(await marta.open('/ecmrs')).html.matchAll(/<th scope="col" class="c-(\w+)"/g)].map(
        ([, name]) => name,
      )
    t.same(await headings(), ['number', 'carrier', 'plate'])
    t.match((await marta.open('/ecmrs')).text, /Transportes Genil 1234 LMN/)
    for (const cookie of ['35', '7.carrier', '.carrier', 'x'.repeat(5_000), '%%%']) {
      marta.cookies.set('__Host-list', cookie)
      t.equal((await marta.open('/ecmrs')).status, 200, cookie.slice(0, 20))
    }
    await marta.send(
      '/ecmrs/lista/columnas',
      { ...chosen, usual: 'true', back: '//evil.example' },
      { from: '/ecmrs' },
    )
    t.equal((await headings()).length, 9)
  })

  t.test('shows each fault next to its filter, and shows what the others find', async (t) => {
    for (const [query, field, sentence] of [
      ['status=flying', 'status', 'Elija una de las opciones.'],
      ['pickup_from=2026-02-30', 'pickup_from', 'No tiene el formato correcto.'],
      ['pickup_to=tomorrow', 'pickup_to', 'No tiene el formato correcto.'],
      [
        'pickup_from=2026-12-09&pickup_to=2026-12-01',
        'pickup_to',
        'Debe ser igual o posterior a la fecha inicial.',
      ],
      [
        'delivery_from=2026-12-09&delivery_to=2026-12-01',
        'delivery_to',
        'Debe ser igual o posterior a la fecha inicial.',
      ],
      ['late=always', 'late', 'Elija una de las opciones.'],
      [`carrier=${'a'.repeat(201)}`, 'carrier', 'Escriba como mucho 200 caracteres.'],
      ['include_cancelled=perhaps', 'include_cancelled', 'Escriba un valor válido.'],
      ['sort=colour', 'sort', 'Elija una de las opciones.'],
      [`search=${'a'.repeat(201)}`, 'search', 'Escriba como mucho 200 caracteres.'],
    ] as const) {
      const page = await lucia.open(`/ecmrs?${query}`)
      t.match(page, { status: 400, html: new RegExp(`id="f-${field}-fault">${sentence}`) }, query)
      t.match(page.html, new RegExp(`href="#f-${field}"`), `${query}: the summary leads to it`)
    }
    const page = await lucia.open('/ecmrs?status=flying&search=BROKEN')
    t.match(page, { text: /\bBROKEN\b/, html: /name="search"[^>]*value="BROKEN"/ }, 'what was typed stays')
    t.notMatch(page.text, /\bPLAIN\b/)
    anna.cookies.set('__Host-language', 'en')
    t.match((await anna.open('/ecmrs?status=flying')).text, /Choose one of the options/)
    anna.cookies.set('__Host-language', 'es')
    const redirected = await lucia.open('/ecmrs.csv?status=flying')
    t.equal(redirected.location, '/ecmrs?status=flying', 'those of the file, too')
  })

  t.test('absurd pages and cursors lead to the first page, which says so', async (t) => {
    const first = { status: 400, text: /Revise estos errores.*\bPLAIN\b/ }
    for (const query of ['page=0', 'page=-1', 'page=1e999', 'page=4002', 'page=9999999', 'cursor=nonsense'])
      t.match(await lucia.open(`/ecmrs?${query}`), first, query)
  })
})

t.test('what is late is listed by the clocks of the company', async (t) => {
  const company = await createCompany(panel.pool, { name: 'Transportes Duero' }, operator)
  const dates = { pickup_date: '2020-01-07', delivery_date: '2020-01-09' }
  const waiting = await create(dates, company)
  const moving = await create(dates, company)
  await write(moving, { type: 'change_status', to: 'in_transit' })
  const inTime = await create({ pickup_date: '2999-01-01', delivery_date: '2999-01-09' }, company)
  const marta = await panel.person(company)
  const shown = async (query: string) => {
    const { html } = await marta.open(`/ecmrs?${query}`)
    return [waiting, moving, inTime].filter(({ id }) => html.includes(`/ecmrs/${id}`))
  }
  t.same(await shown('late=pickup'), [waiting])
  t.same(await shown('late=delivery&sort=delivery_date'), [moving])
  t.match(await marta.open('/ecmrs?late=delivery&en=2026-01-01T00:00'), {
    status: 400,
    html: /id="f-late-fault">Este filtro solo funciona con los datos actuales/,
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
  t.match((await anna.open(next)).text, /LONG-26 .*Página 2 de 3/)
  const third = await anna.open(`${url}&page=3`)
  t.match(third, { text: /LONG-52 /, html: /rel="prev"/ })
  t.notMatch(third.html, /rel="next"/)
  t.match((await anna.open(`${url}&page=9`)).text, /La lista termina antes de esta página\. Primera página/)
})

t.test('a page with all columns and the longest names stays small', async (t) => {
  const company = await createCompany(panel.pool, { name: 'Transportes Tajo' }, operator)
  const long = 'ñ'.repeat(500)
  const names = { sender_company_name: long, receiver_company_name: long, carrier_company_name: long }
  const others = {
    reference: long,
    goods_description: long,
    driver_name: long.slice(0, 200),
    pickup_city: 'ñ'.repeat(100),
  }
  for (let number = 0; number < 36; number += 1) await create({ ...names, ...others }, company)
  const marta = await panel.person(company)
  t.ok((await marta.open('/ecmrs')).html.length < 60_000)
  const all = { column: LIST_COLUMNS, rows: '35' }
  await marta.send('/ecmrs/lista/columnas', all, { from: '/ecmrs' })
  const page = await marta.open('/ecmrs')
  const bytes = Buffer.byteLength(page.html)
  t.ok(bytes < 60_000, `${bytes} bytes`)
  t.match(page.html, /note-list-many/)
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

t.test('signatures of a content that has changed are told apart, in the list and in its file', async (t) => {
  const note = await create({ sender_city: 'Teruel' })
  await write(note, signedBy('sender'))
  const changed = { type: 'edit', changes: { goods_packages: 4 }, reason: 'Contados de nuevo' } as const
  await write(note, changed)
  await write(note, signedBy('carrier'))
  const marta = await panel.person(panel.haulier)
  await marta.send('/ecmrs/lista/columnas', { column: ['signatures'], rows: '25' }, { from: '/ecmrs' })
  t.match((await marta.open('/ecmrs?search=teruel')).text, /Firmas: 1 de 3 \(1 anterior a un cambio\)/)
  t.match((await marta.open('/ecmrs.csv?search=teruel')).html, /;Transportista;Remitente;0;/)
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
