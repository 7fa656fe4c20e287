import { ecmrList } from '@ecmr/contract'
import { listedFields } from '@ecmr/read-models'
import t from 'tap'
import { buildTestApi, SITE_URL } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const { haulier, rival, pool } = await buildTestApi(t)
const listAnswer = ecmrList(listedFields)

/** The cells of a table, by RFC 4180. */
function rowsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

const exported = async (query = '', customer = haulier, headers = {}) => {
  const answer = await customer.call('GET', `/api/ecmrs.csv${query}`, undefined, headers)
  if (answer.status !== 200) throw new Error(answer.text)
  const [names = [], ...rows] = rowsOf(answer.text)
  const notes = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
  return { ...answer, names, notes }
}

t.test('a company without notes gets the header row', async (t) => {
  const { text, headers, names } = await exported('', rival)
  t.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present')
  t.match(headers['content-disposition'], 'ecmrs.csv')
  t.equal(text, `${names.join(',')}\r\n`)
  t.same(names.slice(0, 3), ['id', 'ecmr_number', 'status'])
  for (const field of listedFields) t.ok(names.includes(field), field)
})

t.test('each note is a row of what the list shows, in its order and language', async (t) => {
  const note = await haulier.create({
    reference: 'Comma, "quote" and ñ',
    goods_description: 'First line\nsecond',
    goods_weight_kg: 1250.5,
    goods_packages: 3,
  })
  await haulier.call('POST', `/api/ecmrs/${note.id}/signatures`, {
    role: 'sender',
    signer_name: 'Ana',
    method: 'typed',
  })
  const { notes, text } = await exported('', haulier, { 'accept-language': 'en' })
  t.match(notes, [
    {
      id: note.id,
      ecmr_number: note.ecmr_number,
      status: 'draft',
      status_label: 'Draft',
      version: '2',
      created_at: note.created_at,
      cancelled: 'false',
      signed_by: 'sender',
      open_incidents: '0',
      reference: 'Comma, "quote" and ñ',
      goods_description: 'First line\nsecond',
      goods_weight_kg: '1250.5',
      goods_packages: '3',
      delivered_at: '',
      tracking_url: `${SITE_URL}/seguimiento/${note.ecmr_number}`,
    },
  ])
  t.match(text, 'ñ')
  t.match((await exported()).notes, [{ status_label: 'Borrador' }])
})

t.test('signatures of a content that has changed are told apart, in the list and in its CSV', async (t) => {
  const note = await haulier.create({ reference: 'RESIGN' })
  const sign = (role: string) =>
    haulier.call('POST', `/api/ecmrs/${note.id}/signatures`, { role, signer_name: 'Ana', method: 'typed' })
  const shown = async () => {
    const [row] = (await exported('?search=resign')).notes
    const listed = asPromised(listAnswer, (await haulier.call('GET', '/api/ecmrs?search=resign')).json())
    const [item] = listed.data
    return [row?.signed_by, row?.outdated_signatures, item?.signed_by, item?.outdated_signatures]
  }
  await sign('sender')
  t.same(await shown(), ['sender', '', ['sender'], []])
  const change = { goods_packages: 4, amendment_reason: 'Counted again' }
  t.equal((await haulier.call('PATCH', `/api/ecmrs/${note.id}`, change)).status, 200)
  await sign('carrier')
  t.same(await shown(), ['carrier', 'sender', ['carrier'], ['sender']])
})

t.test('what a spreadsheet would run as a formula is text', async (t) => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1+1']
  for (const reference of dangerous) await haulier.create({ reference, goods_description: 'hostile' })
  const { notes } = await exported('?search=hostile&sort=created_at')
  t.same(
    notes.map(({ reference }) => reference),
    dangerous.map((text) => `'${text}`),
  )
})

t.test('an export takes the filters of the list, and finds the same fault with them', async (t) => {
  const { id } = await haulier.create({ reference: 'FILTER' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'in_transit' })
  t.match((await exported('?status=draft,en_transito&reference=FILTER')).notes, [{ id }])
  t.same((await exported('?status=cancelled')).notes, [])
  t.same((await exported('?search=FILTER', rival)).notes, [], 'another company finds nothing')
  const present = await exported('?sort=created_at')
  const past = await exported(`?sort=created_at&as_of=${present.notes[1]?.created_at}`)
  t.same(
    past.notes.map(({ ecmr_number }) => ecmr_number),
    present.notes.slice(0, 2).map(({ ecmr_number }) => ecmr_number),
  )
  for (const query of [
    'status=lost',
    'page=2',
    'created_from=monday',
    'pickup_from=2026-12-02&pickup_to=2026-12-01',
  ])
    t.equal((await haulier.call('GET', `/api/ecmrs.csv?${query}`)).status, 400, query)
})

t.test('pages follow each other to the end, and more than fit are refused with what to do', async (t) => {
  await pool.query(
    `insert into rm_list.notes
      select uuidv7(), $1, 'N' || i, 'draft', false, '2031-01-01', now(), now(),
        json_build_object('id', uuidv7(), 'ecmr_number', 'N' || i, 'status', 'draft', 'signed_by', '[]'::json,
          'created_at', '2026-10-01T08:00:00.000Z', 'reference', 'MANY', 'pickup_date', '2031-01-01')
      from generate_series(1, 10001) i`,
    [rival.company.id],
  )
  await pool.query(
    `insert into rm_list.counters values ($1, false, 'draft', '2031-01-01', 10001), ($1, false, 'draft', '-infinity', 10001)`,
    [rival.company.id],
  )
  for (const query of ['', '?reference=MANY']) {
    const answer = await rival.call('GET', `/api/ecmrs.csv${query}`)
    t.equal(answer.status, 400)
    t.match(answer.problem().detail, /at most 10,000 notes.*created_from/)
  }
  await pool.query(`delete from rm_list.notes where company_id = $1 and ecmr_number = 'N1'`, [
    rival.company.id,
  ])
  const { notes } = await exported('?reference=MANY&sort=ecmr_number', rival)
  t.equal(notes.length, 10_000)
  t.equal(new Set(notes.map(({ ecmr_number }) => ecmr_number)).size, 10_000)
})

t.test('HEAD has the headers and no table', async (t) => {
  const answer = await haulier.call('HEAD', '/api/ecmrs.csv')
  t.equal(answer.status, 200)
  t.match(answer.headers['content-type'], 'text/csv')
  t.equal(answer.text, '')
})
