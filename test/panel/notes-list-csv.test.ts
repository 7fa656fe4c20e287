import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const panel = await buildTestPanel(t)
const { create } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')

t.test('the list is taken away as a file that spreadsheets open', async (t) => {
  const note = await create({
    reference: 'R;1',
    goods_weight_kg: 1200.5,
    goods_description: 'Aceite "virgen"',
  })
  await create({ reference: 'OTHER', sender_city: 'Bilbao' })
  await create({ reference: 'FOREIGN' }, panel.rival)
  const file = await lucia.open('/ecmrs.csv?search=sevilla')
  t.equal(file.status, 200)
  t.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
  t.match(file.headers['content-disposition'], /attachment; filename="cartas-de-porte-\d{4}-\d\d-\d\d\.csv"/)
  const [heading = '', row = '', ...rest] = file.html.split('\r\n')
  t.match(heading, /^\uFEFFNúmero;Estado;Referencia;/)
  t.ok(row.startsWith(`${note.ecmr_number};Borrador;"R;1";`), row)
  t.match(row, ';1200,5;', 'decimals as the language writes them')
  t.match(row, '"Aceite ""virgen"""')
  t.same(rest, [''], 'only what the filters find')
  await lucia.open('/idioma/en')
  t.match((await lucia.open('/ecmrs.csv')).html, /^\uFEFFNumber,Status,/)
  await lucia.open('/idioma/es')
})

t.test('what spreadsheets would take for a formula is text', async (t) => {
  const formulas = ['=1+1', '+34600', '-2+3', '@SUM(A1)', '=cmd|\' /C calc\'!A0;"x"']
  for (const [place, formula] of formulas.entries())
    await create({
      reference: formula,
      carrier_company_name: formula,
      driver_name: formula,
      sender_city: `Hostile${place}`,
    })
  const { html } = await lucia.open('/ecmrs.csv?search=hostile')
  const cells = cellsOf(html)
  t.equal(cells.length, formulas.length + 1)
  for (const cell of cells.slice(1).flat()) t.notMatch(cell, /^[=+\-@\t\r]/)
  for (const formula of formulas) t.ok(cells.flat().includes(`'${formula}`), JSON.stringify(formula))
})

t.test('faults in the filters are shown on the page of the list', async (t) => {
  const answer = await lucia.open('/ecmrs.csv?status=flying')
  t.equal(answer.location, '/ecmrs?status=flying')
})

/** The cells of a file as a spreadsheet reads them. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of csv
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}
