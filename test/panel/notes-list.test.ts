import { randomUUID } from 'node:crypto'
import { createCompany } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')

t.test('who is not logged in comes back to the list after logging in', async (t) => {
  const page = await panel.visitor().open('/ecmrs?status=draft')
  t.equal(page.status, 303)
  t.equal(page.location, `/entrar?siguiente=${encodeURIComponent('/ecmrs?status=draft')}`)
})

t.test('a company without notes sees how to begin', async (t) => {
  const page = await lucia.open('/ecmrs')
  t.equal(page.status, 200)
  t.match(page.text, /Aún no hay cartas de porte/)
  t.match(page.html, /href="\/ecmrs\/nueva"/)
  t.notMatch(page.html, /<table/)
  const filtered = await lucia.open('/ecmrs?search=aceite')
  t.match(filtered.text, /Ninguna carta de porte cumple estos filtros/)
})

t.test('the list', async (t) => {
  const plain = await create({ reference: 'PLAIN', pickup_date: '2026-12-01' })
  const assigned = await create({ reference: 'ASSIGNED', pickup_date: '2026-12-05' })
  await write(assigned, {
    type: 'edit',
    changes: { carrier_company_name: 'Transportes Genil', vehicle_plate: '1234 LMN', pickup_city: 'Cádiz' },
  })
  const broken = await create({ reference: 'BROKEN', pickup_date: '2026-12-10' })
  const incident = { type: 'delay', description: 'Atasco' } as const
  await write(broken, { type: 'change_status', to: 'in_transit' })
  await write(broken, { type: 'report_incident', incident_id: randomUUID(), incident })
  const gone = await create({ reference: 'GONE', pickup_date: '2026-12-20' })
  await write(gone, { type: 'cancel', reason: 'Duplicada' })
  const foreign = await create({ reference: 'FOREIGN' }, panel.rival)

  const references = ['PLAIN', 'ASSIGNED', 'BROKEN', 'GONE', 'FOREIGN']
  const found = async (query: string) => {
    const page = await lucia.open(`/ecmrs?${query}`)
    t.equal(page.status, 200, query)
    return references.filter((reference) => page.text.includes(`Ref. ${reference}`))
  }

  t.test('shows what has just been written, of this company only', async (t) => {
    const page = await lucia.open('/ecmrs')
    t.equal(page.status, 200)
    for (const note of [plain, assigned, broken]) t.match(page.html, `href="/ecmrs/${note.id}"`)
    t.notMatch(page.html, foreign.ecmr_number)
    t.notMatch(page.html, gone.ecmr_number)
    t.match(page.text, /3 cartas de porte/)
    t.match(page.text, /Transportes Genil 1234 LMN/)
  })

  t.test('is narrowed down by each filter of the REST interface', async (t) => {
    t.same(await found('status=incident'), ['BROKEN'])
    t.same(await found('status=borrador'), ['PLAIN'])
    t.same(await found('search=cadiz+genil'), ['ASSIGNED'], 'without accents, in any order')
    t.same(await found(`search=${plain.ecmr_number.toLowerCase()}`), ['PLAIN'])
    t.same(await found('pickup_from=2026-12-05'), ['ASSIGNED', 'BROKEN'])
    t.same(await found('pickup_to=2026-12-05'), ['PLAIN', 'ASSIGNED'])
    t.same(await found('pickup_from=2026-12-02&pickup_to=2026-12-06'), ['ASSIGNED'])
    t.same(await found('include_cancelled=true&pickup_from=2026-12-09'), ['BROKEN', 'GONE'])
    t.same(
      await found('status=&search=&pickup_from=&sort='),
      ['PLAIN', 'ASSIGNED', 'BROKEN'],
      'empty is none',
    )
  })

  t.test('is sorted', async (t) => {
    const order = async (sort: string) => {
      const { text } = await lucia.open(`/ecmrs?sort=${sort}`)
      return ['PLAIN', 'ASSIGNED', 'BROKEN'].sort(
        (a, b) => text.indexOf(`Ref. ${a}`) - text.indexOf(`Ref. ${b}`),
      )
    }
    t.same(await order('pickup_date'), ['PLAIN', 'ASSIGNED', 'BROKEN'])
    t.same(await order('-pickup_date'), ['BROKEN', 'ASSIGNED', 'PLAIN'])
    t.same(await order('created_at'), ['PLAIN', 'ASSIGNED', 'BROKEN'])
  })

  t.test('counts the notes of each status', async (t) => {
    const page = await lucia.open('/ecmrs?status=incident')
    t.match(page.text, /Todas 3 Borrador 1 Asignado 1 En tránsito 0 Entregado 0 Incidencia 1/)
    t.match(page.html, /<a href="\/ecmrs\?status=incident" aria-current="page">/)
  })

  t.test('shows the filters beyond the search where one of them is used', async (t) => {
    for (const query of ['', '?search=PLAIN', '?status=draft', '?sort=-created_at'])
      t.match((await lucia.open(`/ecmrs${query}`)).html, /<details class="more">/, query)
    for (const query of [
      '?pickup_from=2026-01-01',
      '?sort=pickup_date',
      '?include_cancelled=true',
      '?sort=colour',
    ])
      t.match((await lucia.open(`/ecmrs${query}`)).html, /<details class="more" open>/, query)
  })

  t.test('tells each fault beside its filter, and shows what the others find', async (t) => {
    const faulty = {
      'status=flying': ['status', 'Elija una de las opciones.'],
      'pickup_from=2026-02-30': ['pickup_from', 'No tiene el formato correcto.'],
      'pickup_to=tomorrow': ['pickup_to', 'No tiene el formato correcto.'],
      'pickup_from=2026-12-09&pickup_to=2026-12-01': ['pickup_to', 'Esta fecha es anterior a la primera.'],
      'include_cancelled=perhaps': ['include_cancelled', 'Escriba un valor válido.'],
      'sort=colour': ['sort', 'Elija una de las opciones.'],
      [`search=${'a'.repeat(201)}`]: ['search', 'Escriba como mucho 200 caracteres.'],
    } as const
    for (const [query, [field, sentence]] of Object.entries(faulty)) {
      const page = await lucia.open(`/ecmrs?${query}`)
      t.equal(page.status, 400, query)
      t.match(page.html, new RegExp(`id="f-${field}-fault">${sentence}`), query)
      t.match(page.html, new RegExp(`href="#f-${field}"`), `${query}: the summary leads to it`)
    }
    const page = await lucia.open('/ecmrs?status=flying&search=BROKEN')
    t.match(page.text, /Ref\. BROKEN/)
    t.notMatch(page.text, /Ref\. PLAIN/)
    t.match(page.html, /name="search"[^>]*value="BROKEN"/, 'what was typed stays')
    const english = await lucia.open('/idioma/en').then(() => lucia.open('/ecmrs?status=flying'))
    t.match(english.text, /Choose one of the options/)
    await lucia.open('/idioma/es')
  })

  t.test('absurd pages and cursors lead to the first page, which says so', async (t) => {
    for (const query of ['page=0', 'page=-1', 'page=1e999', 'page=4002', 'page=9999999', 'cursor=nonsense']) {
      const page = await lucia.open(`/ecmrs?${query}`)
      t.equal(page.status, 400, query)
      t.match(page.text, /Corrija los errores siguientes/, query)
      t.match(page.text, /Ref\. PLAIN/, query)
    }
  })
})

t.test('a long list is turned over page by page, keeping the filters', async (t) => {
  const anna = await panel.person(panel.rival)
  for (let number = 1; number <= 52; number += 1) {
    await create({ reference: `LONG-${number}`, sender_city: 'Bordeaux' }, panel.rival)
  }
  const first = await anna.open('/ecmrs?search=bordeaux&sort=created_at')
  t.match(first.text, /52 cartas de porte/)
  t.match(first.text, /Página 1 de 3/)
  t.notMatch(first.html, /rel="prev"/)
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await anna.open(next)
  t.match(second.text, /Ref\. LONG-26 /)
  t.match(second.text, /Página 2 de 3/)
  const third = await anna.open('/ecmrs?search=bordeaux&sort=created_at&page=3')
  t.match(third.text, /Ref\. LONG-52 /)
  t.notMatch(third.html, /rel="next"/)
  t.match(third.html, /rel="prev"/)
  const beyond = await anna.open('/ecmrs?search=bordeaux&page=9')
  t.match(beyond.text, /La lista no llega hasta esta página\. Primera página/)
})

t.test('a company with nothing but cancelled notes is led to them', async (t) => {
  const company = await createCompany(panel.pool, { name: 'Transportes Duero' }, operator)
  const note = await create({}, company)
  await write(note, { type: 'cancel', reason: 'Prueba' })
  const page = await (await panel.person(company)).open('/ecmrs')
  t.match(page.text, /Todas las cartas de porte están anuladas\. Ver las anuladas/)
})

t.test('a page says when it may be behind', async (t) => {
  await panel.stopProjections()
  await create({ reference: 'LATE' })
  const page = await lucia.open('/ecmrs')
  t.equal(page.status, 200)
  t.match(page.text, /Los últimos cambios aún no se ven aquí/)
})
