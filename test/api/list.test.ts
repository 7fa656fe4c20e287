import { createExample, ecmrList } from '@ecmr/contract'
import { listedFields } from '@ecmr/read-models'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const { haulier, rival } = await buildTestApi(t)
const pageSchema = ecmrList(listedFields)
const page = async (query: string) => {
  const answer = await haulier.call('GET', `/api/ecmrs${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...asPromised(pageSchema, answer.json()), headers: answer.headers }
}

for (let i = 0; i < 25; i++) {
  await haulier.create({ reference: `R-${i}`, pickup_date: `2026-12-${String(i + 1).padStart(2, '0')}` })
}

t.test('twenty on a page, newest first, with links to the others', async (t) => {
  const first = await page('')
  t.same(first.data.map(({ reference }) => reference).slice(0, 2), ['R-24', 'R-23'])
  t.match(first.pagination, {
    page: 1,
    limit: 20,
    total: 25,
    total_is_exact: true,
    total_pages: 2,
    has_more: true,
  })
  t.match(first.headers.link, /<\/api\/ecmrs\?page=2&limit=20>; rel="next"/)
  t.ok(first.headers['x-position'])
  const second = await page('?page=2')
  t.equal(second.data.length, 5)
  t.match(second.pagination, { page: 2, total: 25, has_more: false, next_cursor: null })
  t.match(second.headers.link, /rel="prev"/)
  t.notMatch(second.headers.link, /rel="next"/)
})

t.test('a limit above a hundred is a hundred, and said so', async (t) => {
  t.match((await page('?limit=5000')).pagination, { limit: 100, total: 25, total_pages: 1 })
})

t.test('cursors walk through everything once', async (t) => {
  const seen: string[] = []
  let query = '?limit=7&sort=pickup_date'
  for (;;) {
    const { data, pagination, headers } = await page(query)
    seen.push(...data.map(({ id }) => id))
    if (pagination.next_cursor === null) break
    query = `?limit=7&sort=pickup_date&cursor=${encodeURIComponent(pagination.next_cursor)}`
    if (query.includes('cursor') && headers.link?.includes('cursor')) {
      const next = /<\/api\/ecmrs(\?[^>]*cursor[^>]*)>/.exec(headers.link)?.[1]
      t.equal(next && new URLSearchParams(next).get('cursor'), pagination.next_cursor)
    }
  }
  t.equal(seen.length, 25)
  t.equal(new Set(seen).size, 25)
})

t.test('both spellings of a status filter, and so do days and words', async (t) => {
  const [{ id } = { id: '' }] = (await page('?search=R-3')).data
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'en_transito' })
  for (const status of ['in_transit', 'en_transito']) {
    t.match((await page(`?status=${status}`)).data, [
      { id, status: 'in_transit', status_label: 'En tránsito' },
    ])
  }
  t.equal((await page('?status=borrador')).pagination.total, 24)
  t.equal((await page('?pickup_from=2026-12-03&pickup_to=2026-12-05')).pagination.total, 3)
  t.equal((await page('?search=aceites%20sevilla')).pagination.total, 25)
  t.equal((await page('?search=EPICERIE')).pagination.total, 25)
  t.equal((await page('?search=nowhere')).pagination.total, 0)
  t.equal((await page('?search=')).pagination.total, 25)
})

t.test('cancelled notes show on request only', async (t) => {
  const { id } = await haulier.create({ reference: 'GONE' })
  await haulier.call('POST', `/api/ecmrs/${id}/cancellation`, { reason: 'x' })
  t.equal((await page('?search=GONE')).pagination.total, 0)
  t.match((await page('?search=GONE&include_cancelled=true')).data, [
    { id, cancelled: true, cancel_reason: 'x' },
  ])
})

t.test('every change is in the next list', async (t) => {
  const { id } = await haulier.create(createExample)
  for (let i = 0; i < 20; i++) {
    await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: `FRESH-${i}` })
    t.equal((await page(`?search=FRESH-${i}`)).data[0]?.id, id)
  }
})

t.test('absurd questions are refused with what is wrong', async (t) => {
  const bad: readonly [string, string][] = [
    ['page=0', '/page'],
    ['page=-1', '/page'],
    ['page=1.5', '/page'],
    ['page=abc', '/page'],
    ['page=1e300', '/page'],
    ['page=1e999', '/page'],
    ['page=NaN', '/page'],
    ['page=999999', '/page'],
    ['page=1&page=2', '/page'],
    ['limit=0', '/limit'],
    ['limit=ten', '/limit'],
    ['status=lost', '/status'],
    ['status=', '/status'],
    ['staus=draft', '/staus'],
    ['sort=price', '/sort'],
    ['pickup_from=2026-02-30', '/pickup_from'],
    ['pickup_to=tomorrow', '/pickup_to'],
    ['include_cancelled=perhaps', '/include_cancelled'],
    ['cursor=nonsense', '/cursor'],
    ['status=draft,lost', '/status'],
    ['status=draft,', '/status'],
    ['status=draft&status=lost', '/status'],
    [`status=${'draft,'.repeat(20)}draft`, '/status'],
    ['reference=', '/reference'],
    ['reference=%00', '/reference'],
    ['created_from=2026-12-01', '/created_from'],
    ['created_to=2026-02-30T00:00:00Z', '/created_to'],
    ['updated_from=yesterday', '/updated_from'],
    ['created_from=2026-12-02T00:00:00Z&created_to=2026-12-02T00:00:00Z', '/created_to'],
    ['updated_from=2026-12-02T00:00:00Z&updated_to=2026-12-01T00:00:00Z', '/updated_to'],
    ['pickup_from=2026-12-02&pickup_to=2026-12-01', '/pickup_to'],
    ['delivery_from=2026-12-02&delivery_to=2026-12-01', '/delivery_to'],
    ['delivery_to=2026-02-30', '/delivery_to'],
    ['late=signature', '/late'],
    ['carrier=', '/carrier'],
    [`driver=${'x'.repeat(201)}`, '/driver'],
    ['as_of=2026-12-01T00:00:00Z&late=pickup', '/late'],
    ['as_of=2026-12-01T00:00:00Z&carrier=x', '/carrier'],
    ['as_of=2026-12-01T00:00:00Z&driver=x', '/driver'],
    ['as_of=2026-12-01T00:00:00Z&delivery_from=2026-12-01', '/delivery_from'],
    ['as_of=2026-12-01T00:00:00Z&sort=delivery_date', '/sort'],
    ['as_of=2026-12-01T00:00:00Z&reference=R-1', '/reference'],
    ['as_of=2026-12-01T00:00:00Z&updated_from=2026-12-01T00:00:00Z', '/updated_from'],
    [`search=${'x'.repeat(201)}`, '/search'],
    ['search=%00', '/search'],
  ]
  for (const [query, pointer] of bad) {
    const answer = await haulier.call('GET', `/api/ecmrs?${query}`)
    t.equal(answer.status, 400, query)
    t.ok(
      answer.problem().errors?.some((fault) => fault.pointer === pointer),
      `${query} names ${pointer}`,
    )
  }
})

t.test('of those who ask the same at the same time, each gets its own company and language', async (t) => {
  const ask = async (customer: typeof haulier, language: string) =>
    (await customer.call('GET', '/api/ecmrs', undefined, { 'accept-language': language })).text
  const alone = [await ask(haulier, 'es'), await ask(haulier, 'en'), await ask(rival, 'es')]
  const together = [ask(haulier, 'es'), ask(haulier, 'en'), ask(rival, 'es'), ask(haulier, 'es')]
  t.same(await Promise.all(together), [...alone, alone[0]])
  t.equal(new Set(alone).size, 3)
})

t.test('several statuses, cancelled ones alone, a reference and instants', async (t) => {
  const before = new Date().toISOString()
  const one = await haulier.create({ reference: 'F-1' })
  const other = await haulier.create({ reference: 'F-1 bis' })
  const gone = await haulier.create({ reference: 'F-1' })
  await haulier.call('PATCH', `/api/ecmrs/${other.id}`, { status: 'in_transit' })
  await haulier.call('POST', `/api/ecmrs/${gone.id}/cancellation`, { reason: 'x' })
  const ids = async (query: string) => (await page(`?search=F-1&${query}`)).data.map(({ id }) => id)

  const both = [other.id, one.id]
  t.same(await ids('status=draft,in_transit'), both)
  t.same(await ids('status=borrador&status=en_transito'), both)
  t.same(await ids('status=draft,%20asignado&status=in_transit,draft'), both)
  for (const spelling of ['cancelled', 'cancelado', 'anulado'])
    t.same(await ids(`status=${spelling}`), [gone.id], spelling)
  t.same(await ids('status=cancelled,in_transit'), [gone.id, other.id])
  t.same(await ids('reference=F-1'), [one.id])
  t.same(await ids('reference=F-1&include_cancelled=true'), [gone.id, one.id])
  t.same(await ids(`created_from=${before}`), both)
  t.same(await ids(`created_from=${other.created_at}`), [other.id], 'from this instant on')
  t.same(await ids(`created_to=${other.created_at}`), [one.id], 'and before this time')
  t.same(await ids(`updated_to=${before}`), [])
  const local = encodeURIComponent(other.created_at.replace('Z', '+00:00'))
  t.same(await ids(`created_from=${local}`), [other.id], 'with an offset')
  t.same(
    (await page(`?search=${gone.ecmr_number}`)).data.map(({ id }) => id),
    [gone.id],
  )
})

t.test('carrier, driver, days of delivery, what is late, and plates however they are written', async (t) => {
  const carried = { reference: 'LT-1', carrier_company_name: 'Transportes Genil', driver_name: 'José Peña' }
  const dates = { pickup_date: '2026-01-05', delivery_date: '2026-01-09' }
  const moving = await haulier.create({ ...carried, ...dates, vehicle_plate: '1748 MLH' })
  const waiting = await haulier.create({ reference: 'LT-2', ...dates })
  await haulier.call('PATCH', `/api/ecmrs/${moving.id}`, { status: 'in_transit' })
  await rival.create({ ...carried, ...dates, vehicle_plate: '1748 MLH' })
  const ids = async (query: string) => (await page(`?${query}`)).data.map(({ id }) => id)
  t.same(await ids('search=1748MLH'), [moving.id])
  t.same(await ids('carrier=genil'), [moving.id])
  t.same(await ids('driver=jose+pena'), [moving.id])
  t.same(await ids('driver=genil'), [])
  t.same(await ids('late=delivery'), [moving.id])
  t.same(await ids('late=pickup&search=LT-'), [waiting.id])
  t.same(await ids('delivery_from=2026-01-09&delivery_to=2026-01-09&sort=created_at'), [
    moving.id,
    waiting.id,
  ])
  t.same(await ids('delivery_to=2026-01-08'), [])
  const first = await page('?late=delivery&limit=1&sort=delivery_date')
  t.match(first.pagination, { total: 1, total_is_exact: true, next_cursor: null })
  t.match((await haulier.call('GET', '/api/ecmrs.csv?late=delivery')).text, new RegExp(`\r\n${moving.id},`))
})

t.test('a cursor of another company, of other filters or altered says what to do', async (t) => {
  const { pagination } = await page('?limit=5&status=draft')
  const cursor = pagination.next_cursor ?? ''
  const said = async (customer: typeof haulier, query: string) => {
    const answer = await customer.call('GET', `/api/ecmrs?${query}`)
    t.equal(answer.status, 400)
    return answer.problem().errors?.find(({ pointer }) => pointer === '/cursor')?.message
  }
  t.equal((await haulier.call('GET', `/api/ecmrs?limit=9&status=draft&cursor=${cursor}`)).status, 200)
  t.match(await said(haulier, `status=assigned&cursor=${cursor}`), /other filters or another sort/)
  t.match(
    await said(haulier, `status=draft&sort=created_at&cursor=${cursor}`),
    /other filters or another sort/,
  )
  t.match(await said(rival, `status=draft&cursor=${cursor}`), /no cursor of this list/)
  t.match(await said(haulier, `status=draft&cursor=${cursor.slice(1)}`), /no cursor of this list/)
})

t.test('what is no boolean is told which words are', async (t) => {
  const answer = await haulier.call('GET', '/api/ecmrs?include_cancelled=yes')
  t.equal(answer.status, 400)
  t.same(answer.problem().errors, [
    { pointer: '/include_cancelled', code: 'wrong_type', message: 'Send true or false.' },
  ])
})
