import { importLimits } from '@ecmr/contract'
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier } = api

function imported(
  register: string,
  payload: string | Buffer,
  query = '',
  key = haulier.key,
): Promise<Answer> {
  return api.send({
    method: 'POST',
    url: `/api/${register}.csv${query}`,
    headers: { 'x-api-key': key, 'content-type': 'text/csv; charset=utf-8' },
    payload: payload as string,
  })
}

const exported = async (register: string): Promise<string> =>
  (await haulier.call('GET', `/api/${register}.csv`)).text

const rowsOf = (text: string): readonly Readonly<Record<string, string>>[] => parse(text, { columns: true })

async function total(register: string): Promise<number> {
  const answer = await haulier.call('GET', `/api/${register}`)
  return Object(answer.json()).pagination.total
}

t.test('a table is tried, imported, and changes nothing when it comes again', async (t) => {
  const table = [
    'company_name;reference;city;phone',
    '"Núñez; Hijos";P-1;Jaén;+34 600',
    '',
    '"Dos\r\nlíneas ""citadas""";P-2;;',
    'Tres;;Úbeda;',
  ].join('\r\n')
  const counts = { rows: 3, created: 3, changed: 0, unchanged: 0 }
  t.same((await imported('parties', `\uFEFF${table}`, '?dry_run=true')).json(), { ...counts, dry_run: true })
  t.equal(await total('parties'), 0)
  t.same((await imported('parties', `\uFEFF${table}`)).json(), { ...counts, dry_run: false })
  t.match((await imported('parties', table)).json(), { created: 0, changed: 0, unchanged: 3 })

  const changed = await imported('parties', 'reference,city\nP-1,\nP-2,Baeza\n')
  t.match(changed.json(), { rows: 2, created: 0, changed: 2 })
  const rows = rowsOf(await exported('parties'))
  t.match(
    rows.find(({ reference }) => reference === 'P-1'),
    { company_name: 'Núñez; Hijos', city: '' },
  )
  t.match(
    rows.find(({ reference }) => reference === 'P-2'),
    { city: 'Baeza' },
  )
})

t.test('an export is guarded against formulas, and imports as what it was', async (t) => {
  for (const company_name of ['=cmd|calc', '+34', '-1+1', '@sum', 'plain'])
    t.equal((await haulier.call('POST', '/api/parties', { company_name })).status, 201)
  const text = await exported('parties')
  t.notMatch(text, /(^|,)"?[=+\-@]/m)
  t.match(text, "'=cmd|calc")
  t.match((await imported('parties', text)).json(), { created: 0, changed: 0 })
  const answer = await haulier.call('GET', '/api/parties.csv')
  t.match(answer.headers, { 'content-disposition': /attachment.*parties\.csv/, 'cache-control': 'no-store' })
})

t.test('values as spreadsheets write them are read', async (t) => {
  const table = 'plate\tkind\tpayload_kg\tinspection_expires\n0001 AAA\ttrailer\t24500,5\t1/3/2027\n'
  t.equal((await imported('vehicles', table)).status, 200)
  const [row] = rowsOf(await exported('vehicles'))
  t.match(row, { payload_kg: '24500.5', inspection_expires: '2027-03-01' })
})

t.test('templates come back whole from a table', async (t) => {
  const fields = {
    sender_city: 'Jaén',
    goods_weight_kg: 12.5,
    goods_dangerous: false,
    seal_numbers: ['A', 'B'],
    goods_items: [{ description: 'Garrafas, "grandes"', packages: 2 }],
  }
  const made = await haulier.call('POST', '/api/templates', { name: 'Una', reference: 'T-1', fields })
  t.equal(made.status, 201)
  const text = await exported('templates')
  t.equal(
    text.split('\r\n', 1)[0],
    'id,name,reference,fields.sender_city,fields.seal_numbers,fields.goods_weight_kg,fields.goods_dangerous,fields.goods_items',
  )
  t.match((await imported('templates', text)).json(), { unchanged: 1 })
  const { id } = Object(made.json())
  await haulier.call('DELETE', `/api/templates/${id}`)
  const anew = text.replace(id, '')
  t.match((await imported('templates', anew)).json(), { created: 1 })
  t.match(Object((await haulier.call('GET', '/api/templates')).json()).data, [{ fields }])
  t.match((await imported('templates', 'reference,fields.sender_city\nT-1,\n')).json(), { changed: 1 })
  const [after] = Object((await haulier.call('GET', '/api/templates')).json()).data
  const { sender_city: _, ...others } = fields
  t.same(after.fields, others)
})

t.test('tables of other shapes are refused with line and column, and change nothing', async (t) => {
  const before = await total('drivers')
  const cases: readonly (readonly [
    table: string | Buffer,
    pointer: string,
    code: string,
    message: RegExp,
  ])[] = [
    ['', '/1', 'no_header', /first row/],
    ['phone\n1\n', '/1', 'required', /column name is missing/],
    ['name,phon\nA,1\n', '/1/2', 'unknown_field', /Line 1, column 2: .*Did you mean phone/],
    ['name,name\nA,B\n', '/1/2', 'repeated', /twice/],
    ['name,phone\nA\n', '/2', 'cells', /1 cells, and 2 columns/],
    ['name,phone\nA,"1\nB,2\n', '/2/2', 'quotes', /never closed/],
    ['name,phone\nA,"1"x\n', '/2/2', 'quotes', /quotation marks/],
    [Buffer.from('\uFEFFname\nA\n', 'utf16le'), '/1/1', 'not_utf8', /UTF-16/],
    [Buffer.from('name\nIván\n', 'latin1'), '/2/3', 'not_utf8', /Line 2, column 3/],
    ['name,license_expires\nA,2027-13-01\n', '/2/license_expires', 'invalid_format', /YYYY-MM-DD/],
    ['name,license_expires\nA,31/02/2027\n', '/2/license_expires', 'invalid_format', /Line 2/],
    ['name\nA\u0007B\n', '/2/name', 'invalid_format', /control characters/],
    ['name,reference\nA,R\nB,R\n', '/3/reference', 'reference_taken', /Another entry/],
    ['id,name\n01990000-0000-7000-8000-000000000000,A\n', '/2/id', 'not_found', /no entry/],
    [`name\n${'A\n'.repeat(importLimits.rows + 1)}`, '', 'too_many', /5000 rows/],
    [`name\n${'A\n'.repeat(100_000)}`, '', 'too_many', /5000 rows/],
    ['{"name": "A"}', '/1/1', 'quotes', /quotation marks/],
    ['name\tphone x\nA\t1\n', '/1/2', 'unknown_field', /no column/],
  ]
  for (const [table, pointer, code, message] of cases) {
    const answer = await imported('drivers', table)
    const about = String(table).slice(0, 40)
    t.match(answer.problem(), { status: 400, code: 'invalid_request' }, about)
    t.match(answer.problem().errors?.[0], { pointer, code, message }, about)
  }
  t.equal(await total('drivers'), before)
})

t.test('all faults of a table are told at once, up to a hundred', async (t) => {
  const table = `name,license_expires\nGood,2027-01-01\n${'Bad,soon\n'.repeat(300)}`
  const { errors = [] } = (await imported('drivers', table)).problem()
  t.equal(errors.length, importLimits.faults)
  t.equal(errors[0]?.pointer, '/3/license_expires')
})

t.test('a table is bounded in bytes, is CSV, and needs a key that may write', async (t) => {
  const large = `name\n${'x'.repeat(importLimits.bytes)}`
  t.match((await imported('drivers', large)).problem(), { status: 413, code: 'body_too_large' })
  const json = await haulier.call('POST', '/api/drivers.csv', { name: 'A' })
  t.match(json.problem(), { status: 415, detail: /text\/csv/ })
  const reading = await api.keyFor(haulier.company, ['ecmrs:read'])
  t.equal((await imported('drivers', 'name\nA\n', '', reading)).status, 403)
  const faulty = await imported('drivers', 'name\nA\n', '?dry_run=perhaps')
  t.match(faulty.problem(), { status: 400, errors: [{ pointer: '/dry_run' }] })
})

t.test('a full table fits, and one row more does not', async (t) => {
  const names = Array.from({ length: 2_000 - (await total('drivers')) }, (_, n) => `Conductor ${n}`)
  t.match((await imported('drivers', `name\n${names.join('\n')}\n`)).json(), { created: names.length })
  const full = await imported('drivers', 'name\nOne more\n')
  t.match(full.problem().errors, [{ pointer: '/2', code: 'register_full' }])
  const { rows } = await api.pool.query(
    `select data from accounts.audit_outbox where type = 'RegisterImported' order by seq desc limit 1`,
  )
  t.same(rows, [{ data: { register: 'drivers', created: names.length, changed: 0, fields: ['name'] } }])
})

t.test('two who import the same table at once add it once', async (t) => {
  const table = 'plate,kind,reference\n1 AAA,rigid,X-1\n2 AAA,rigid,X-2\n'
  const answers = await Promise.all([1, 2, 3].map(() => imported('vehicles', table)))
  t.same(answers.map((answer) => Object(answer.json()).created).sort(), [0, 0, 2])
})
