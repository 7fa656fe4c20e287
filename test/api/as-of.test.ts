import { commandHandler } from '@ecmr/application'
import { documentPage, ecmrList } from '@ecmr/contract'
import { listedFields } from '@ecmr/read-models'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

let now = new Date('2026-12-01T08:00:00.000Z')
const { haulier, rival } = await buildTestApi(t, ({ recorded, dataKeys }) => ({
  commands: commandHandler({ store: recorded, keys: dataKeys, clock: () => now }),
  clock: () => now,
}))

const page = async (query: string) => {
  const answer = await haulier.call('GET', `/api/ecmrs?${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...asPromised(ecmrList(listedFields), answer.json()), headers: answer.headers }
}

// At eight two notes, in the same millisecond; at nine one goes on its way and its pickup moves; at ten it is cancelled.
const plain = await haulier.create({ reference: 'PLAIN', pickup_date: '2026-12-05' })
const other = await haulier.create({ reference: 'OTHER', pickup_date: '2026-12-05' })
await rival.create()
now = new Date('2026-12-01T09:00:00.000Z')
await haulier.call('PATCH', `/api/ecmrs/${other.id}`, { pickup_date: '2026-12-09', reference: 'MOVED' })
await haulier.call('POST', `/api/ecmrs/${other.id}/documents`)
now = new Date('2026-12-01T10:00:00.000Z')
await haulier.call('PATCH', `/api/ecmrs/${plain.id}`, { status: 'in_transit' })
await haulier.call('POST', `/api/ecmrs/${other.id}/cancellation`, { reason: 'x' })
now = new Date('2026-12-01T11:00:00.000Z')
await haulier.create({ reference: 'LATE' })

t.test('the list is as it stood at an instant, with its filters', async (t) => {
  for (const [query = '', ...references] of [
    ['as_of=2026-12-01T07:59:59.999Z'],
    ['as_of=1970-01-01T00:00:00Z'],
    ['as_of=0001-01-01T00:00:00%2B23:59'],
    ['as_of=2026-12-01T08:00:00Z', 'OTHER', 'PLAIN'],
    ['as_of=2026-12-01T09:00:00%2B01:00', 'OTHER', 'PLAIN'],
    ['as_of=2026-12-01T08:59:59.999999999Z', 'OTHER', 'PLAIN'],
    ['as_of=2026-12-01T09:00:00.000Z', 'MOVED', 'PLAIN'],
    ['as_of=2026-12-01t09:30:00z&sort=created_at', 'PLAIN', 'MOVED'],
    ['as_of=2026-12-01T09:30:00Z&sort=-pickup_date', 'MOVED', 'PLAIN'],
    ['as_of=2026-12-01T09:30:00Z&pickup_from=2026-12-06', 'MOVED'],
    ['as_of=2026-12-01T09:30:00Z&pickup_to=2026-12-06', 'PLAIN'],
    ['as_of=2026-12-01T09:30:00Z&status=borrador', 'MOVED', 'PLAIN'],
    ['as_of=2026-12-01T09:30:00Z&limit=1&page=2', 'PLAIN'],
    ['as_of=2026-12-01T10:00:00Z', 'PLAIN'],
    ['as_of=2026-12-01T10:00:00Z&status=in_transit', 'PLAIN'],
    ['as_of=2026-12-01T10:00:00Z&include_cancelled=true', 'MOVED', 'PLAIN'],
    ['as_of=2199-01-01T00:00:00Z', 'LATE', 'PLAIN'],
    ['as_of=9999-12-31T23:59:59-23:59', 'LATE', 'PLAIN'],
    ['as_of=2199-01-01T00:00:00Z&search=', 'LATE', 'PLAIN'],
  ]) {
    const { data, pagination } = await page(query)
    t.same(
      data.map(({ reference }) => reference),
      references,
      query,
    )
    if (!query.includes('limit')) t.equal(pagination.total, references.length, query)
  }
})

t.test('its items are what the list and the record showed then', async (t) => {
  const { data, headers } = await page('as_of=2026-12-01T08:30:00Z')
  t.match(data, [
    { id: other.id, status: 'draft', status_label: 'Borrador', version: 1, pickup_date: '2026-12-05' },
    { id: plain.id, status: 'draft', version: 1, updated_at: plain.updated_at, cancelled: false },
  ])
  t.ok(headers['x-position'])
  t.same((await page('as_of=2199-01-01T00:00:00Z')).data, (await page('')).data)
  const second = (await page('as_of=2026-12-01T08:30:00Z&limit=1')).headers.link ?? ''
  t.match(
    second,
    /as_of=2026-12-01T08%3A30%3A00Z&limit=1&page=2>; rel="next"/,
    'the next page is of the same instant',
  )
})

t.test('what cannot be answered is refused with what to do', async (t) => {
  const at = 'as_of=2026-12-01T08:00:00Z'
  for (const [query, pointer, message] of [
    [`${at}&search=aceite`, '/search', /leave out search or as_of/],
    [`${at}&sort=-updated_at`, '/sort', /sort by created_at, pickup_date or ecmr_number/],
    [`${at}&sort=updated_at`, '/sort', /known as of now only/],
    ...[
      '',
      'now',
      '2026-12-01',
      '2026-12-01T08:00',
      '2026-12-01T08:00:00',
      '2026-02-30T08:00:00Z',
      '1764576000',
    ]
      .concat(
        '2026-12-01T24:00:00Z',
        '2026-12-01T08:00:60Z',
        '2026-12-01T08:00:00+01:00',
        '0000-01-01T00:00:00Z',
      )
      .concat('20261-12-01T08:00:00Z', '2026-12-01T08:00:00Z&as_of=2026-12-01T09:00:00Z')
      .map((text) => [`as_of=${text}`, '/as_of', /\w/] as const),
  ] as const) {
    const { status, errors } = (await haulier.call('GET', `/api/ecmrs?${query}`)).problem()
    t.match({ status, errors }, { status: 400, errors: [{ pointer, message }] }, query)
  }
  const plus = (await haulier.call('GET', '/api/ecmrs?as_of=2026-12-01T08:00:00+01:00')).problem()
  t.match(plus.errors, [{ message: /write \+ as %2B/ }])
})

t.test('a note’s documents are those that there were', async (t) => {
  const listed = async (asOf: string) => {
    const answer = await haulier.call('GET', `/api/ecmrs/${other.id}/documents?as_of=${asOf}`)
    return answer.status === 200
      ? asPromised(documentPage, answer.json()).data.map(({ n }) => n)
      : answer.status
  }
  t.same(await listed('2026-12-01T08:30:00Z'), [])
  t.same(await listed('2026-12-01T09:00:00Z'), [1])
  t.same(await listed('2199-01-01T00:00:00Z'), [1])
  t.equal(await listed('2026-12-01T07:00:00Z'), 404)
  t.equal(await listed('yesterday'), 400)
  const one = (asOf: string) => haulier.call('GET', `/api/ecmrs/${other.id}/documents/1?as_of=${asOf}`)
  t.equal((await one('2026-12-01T08:30:00Z')).status, 404)
  t.equal((await one('2026-12-01T09:30:00Z')).status, 200)
  t.equal((await one('9999-12-31T23:59:59-23:59')).status, 200)
  t.equal((await one('')).status, 400)
})

t.test('whatever takes as_of takes the ends of the calendar, and no instant that is none', async (t) => {
  const path = `/api/ecmrs/${plain.id}`
  for (const suffix of ['', '/documents', '/document.pdf', '/proof']) {
    const at = async (asOf: string) => (await haulier.call('GET', `${path}${suffix}?as_of=${asOf}`)).status
    t.equal(await at('0001-01-01T00:00:00%2B23:59'), 404, `${suffix}: before there was anything`)
    t.equal(await at('2026-12-01T07:59:59.999Z'), 404, suffix)
    for (const wrong of ['', 'yesterday', '2026-12-01', '2026-02-30T08:00:00Z', '2026-12-01T08:00:00'])
      t.equal(await at(wrong), 400, `${suffix} ${wrong}`)
  }
  const last = await haulier.call('GET', `${path}?as_of=9999-12-31T23:59:59-23:59`)
  t.equal(last.record().version, (await haulier.call('GET', path)).record().version)
  t.equal((await haulier.call('GET', `${path}?as_of=2026-12-01T08:00:00Z`)).record().version, 1)
})
