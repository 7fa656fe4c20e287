import { MOST_VIEWS } from '@ecmr/accounts'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { faultOf, HOSTILE, noteWriter } from './ground.js'

const panel = await buildTestPanel(t)
await noteWriter(panel).create()
const lucia = await panel.person(panel.haulier, 'member')
const james = await panel.person(panel.haulier)
const save = (name: string, query: string, by = lucia) => by.send('/ecmrs/vistas', { name, query })
const deletions = (html: string): readonly string[] =>
  [...html.matchAll(/action="(\/ecmrs\/vistas\/[^/]+\/eliminar)"/g)].map(([, path = '']) => path)

t.test('a list is saved under a name, and stands beside the others', async (t) => {
  const list = await lucia.open('/ecmrs?late=delivery&carrier=genil&sort=delivery_date&page=1')
  const [, href = ''] = /href="(\/ecmrs\/vistas\?consulta=[^"]+)"/.exec(list.html) ?? []
  const form = await lucia.open(href)
  t.match(form.html, 'name="query" value="late=delivery&amp;carrier=genil&amp;sort=delivery_date"')
  const saved = await save(
    'Retrasos de Genil',
    'late=delivery&carrier=genil&sort=delivery_date&page=7&cursor=x&evil=1',
  )
  t.match(saved, { status: 303, location: '/ecmrs?late=delivery&carrier=genil&sort=delivery_date' })
  const shown = await lucia.follow(saved)
  t.match(shown.text, /Vista guardada\..*Retrasos de Genil/)
  t.match(shown.html, /carrier=genil&amp;sort=delivery_date" aria-current="page"/)
  await save('Retrasos de Genil', 'late=pickup')
  const again = await lucia.open('/ecmrs')
  t.match(again.html, 'href="/ecmrs?late=pickup"', 'one of the same name is replaced')
  t.notMatch(again.html, 'href="/ecmrs?late=delivery')
})

t.test('views are a person’s own', async (t) => {
  for (const path of ['/ecmrs', '/ecmrs/vistas'])
    t.notMatch((await james.open(path)).text, /Retrasos de Genil/)
  const [deletion = ''] = deletions((await lucia.open('/ecmrs/vistas')).html)
  t.equal((await james.send(deletion, {}, { from: '/ecmrs' })).status, 404)
  const gone = await lucia.send(deletion, {}, { from: '/ecmrs/vistas' })
  t.match(gone, { status: 303, location: '/ecmrs/vistas' })
  t.match((await lucia.follow(gone)).text, /Aún no hay vistas guardadas/)
  t.equal((await lucia.send(deletion, {}, { from: '/ecmrs' })).status, 404, 'deleted once')
})

t.test('names and numbers have bounds, and what is typed is text', async (t) => {
  for (const [name, sentence] of [
    ['', 'Rellene este campo.'],
    ['x'.repeat(61), 'Escriba como mucho 60 caracteres.'],
    ['x'.repeat(500), 'Escriba como mucho 60 caracteres.'],
    ['a\u202Eb', 'No tiene el formato correcto.'],
  ] as const) {
    const page = await save(name, 'late=pickup')
    t.equal(page.status, 400)
    t.equal(faultOf(page, 'name'), sentence)
    t.match(page.html, 'name="query" value="late=pickup"', 'the view is kept')
  }
  const hostile = HOSTILE.slice(0, 60)
  t.equal((await save(hostile, `search=${encodeURIComponent(HOSTILE)}`)).status, 303)
  t.notMatch((await lucia.open('/ecmrs')).html, hostile)
  const long = ['search', 'carrier', 'driver'].map((name) => `${name}=${'ñ'.repeat(200)}`).join('&')
  t.match(await save('long', long), { status: 400, text: /Los filtros son demasiado largos/ })
  for (let number = 1; number < MOST_VIEWS; number += 1) await save(`Vista ${number}`, 'late=pickup')
  const full = await save('Una más', 'late=pickup')
  t.match(full, { status: 409, text: /Puede guardar 20 vistas como mucho/ })
  t.equal((await save('Vista 1', 'late=delivery')).status, 303, 'one that is there can be replaced')
  t.equal((await save('Una más', 'late=pickup', james)).status, 303, 'others have room of their own')
})
