import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { faultOf, noteWriter } from './ground.js'

const panel = await buildTestPanel(t)
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')
const anna = await panel.person(panel.rival)

/** As a control for date and time has it, in the company's time zone. */
const local = (instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid', dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(instant))
    .replace(' ', 'T')

const draft = await create({ reference: 'FIRST' })
const moved = await write(
  draft,
  { type: 'change_status', to: 'assigned' },
  { type: 'edit', changes: { reference: 'SECOND' } },
)
await create({ reference: 'LATER' })
await write(await create({ reference: 'GONE' }), { type: 'cancel', reason: 'Duplicada' })
const then = draft.created_at

t.test('the list, its tabs and its file are as they stood at an instant', async (t) => {
  const page = await lucia.open(`/ecmrs?en=${then}`)
  t.match(page.text, /Cartas de porte a fecha de .* Ver la situación actual/)
  t.match(page.text, /Todas 1 Borrador 1 Asignada 0 En tránsito 0 Entregada 0 Incidencia 0/)
  t.match(page.text, /1 carta de porte/)
  t.match(page.text, /\bFIRST\b/)
  t.notMatch(page.text, /SECOND|LATER/)
  t.match(page.html, `href="/ecmrs/${draft.id}?en=${then}"`, 'and leads to the note as it was')
  const en = encodeURIComponent(then)
  t.match(page.html, `href="/ecmrs?status=assigned&amp;en=${en}"`)
  t.match(page.html, '<a href="/ecmrs">Ver la situación actual</a>')
  t.notMatch(page.html, 'value="-updated_at"')

  const none = await lucia.open(`/ecmrs?en=${then}&status=assigned`)
  t.match(none.text, /Ninguna carta de porte cumple estos filtros/)
  t.match((await lucia.open(`/ecmrs?en=${moved.updated_at}&status=assigned`)).text, /\bSECOND\b/)
  const file = (await lucia.open(`/ecmrs.csv?en=${then}`)).html
  t.match(file, /;Borrador;FIRST;/)
  t.equal(file.split('\r\n').length, 3)
  t.match((await anna.open(`/ecmrs?en=${then}`)).text, /Ninguna carta/, 'another company has none of it')
})

t.test('what has not come yet is now, and long ago there was nothing', async (t) => {
  const present = await lucia.open('/ecmrs')
  for (const en of [
    '2999-01-01T00:00',
    '9999-12-31T23:59:59-23:59',
    local(new Date(Date.now() + 3_600_000).toISOString()),
  ]) {
    const page = await lucia.open(`/ecmrs?en=${encodeURIComponent(en)}&search=later`)
    t.match(page, { status: 200, text: /\bLATER\b/ }, en)
    t.notMatch(page.text, /Así estaban/)
  }
  t.match(present.text, /Todas 2 Borrador 1 Asignada 1/)
  const second = local(new Date(Date.parse(then) - 1_000).toISOString())
  for (const en of ['1970-01-01T00:00', '0001-01-01T00:00', second])
    t.match(await lucia.open(`/ecmrs?en=${en}`), { status: 200, text: /Todas 0 Borrador 0/ }, en)
})

t.test('what the past cannot answer is told, and the rest is shown', async (t) => {
  for (const [query, field, sentence] of [
    [`en=${then}&search=second`, 'search', /solo funciona con los datos actuales/],
    [`en=${then}&sort=-updated_at`, 'sort', /no se pueden ordenar por cambios ni por entrega/],
    ['en=yesterday', 'en', /Escriba una fecha y una hora válidas/],
    ['en=2026-02-30T10:00', 'en', /Escriba una fecha/],
    ['en=2026-12-01T08:00:00 01:00', 'en', /Escriba una fecha/],
  ] as const) {
    const page = await lucia.open(`/ecmrs?${query.replaceAll(' ', '+')}`)
    t.equal(page.status, 400, query)
    t.match(faultOf(page, field), sentence, query)
    t.match(page.text, field === 'en' ? /\bSECOND\b/ : /\bFIRST\b/, query)
  }
  const csv = await lucia.open(`/ecmrs.csv?en=${then}&search=second`)
  t.match(csv.location, /^\/ecmrs\?search=second&en=/)
})

t.test('the figures of the front page are as they stood', async (t) => {
  const past = await lucia.open(`/?en=${then}`)
  t.match(past.text, /Cartas de porte a fecha de/)
  t.match(past.text, /1 Borrador 0 Asignada 0 En tránsito 0 Entregada 0 Incidencia/)
  t.match(past.html, `href="/ecmrs?status=draft&amp;en=${encodeURIComponent(then)}"`)
  t.notMatch(past.text, /1 anulada/)
  const now = await lucia.open('/?en=2999-01-01T00:00')
  t.match(now.text, /1 Borrador 1 Asignada 0 En tránsito 0 Entregada 0 Incidencia .*1 anulada/)
  t.notMatch(now.text, /Así estaban/)
  const wrong = await lucia.open('/?en=ayer')
  t.equal(wrong.status, 400)
  t.match(faultOf(wrong, 'en'), /Escriba una fecha/)
  t.match(wrong.text, /1 Borrador 1 Asignada/)
})
