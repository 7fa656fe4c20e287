import { changeFeed, historyPage } from '@ecmr/contract'
import { fieldNames } from '@ecmr/domain'
import t from 'tap'
import { buildTestApi } from '../support/api.js'
import { asPromised } from '../support/contract.js'

const { haulier } = await buildTestApi(t)

t.test('the history says who, when and what changed', async (t) => {
  const { id, ecmr_number } = await haulier.create({ reference: 'OLD' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'NEW' })
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'in_transit' })
  for (const name of [id, ecmr_number]) {
    const { data, pagination } = asPromised(
      historyPage,
      (await haulier.call('GET', `/api/ecmrs/${name}/events`)).json(),
    )
    t.match(data, [
      {
        type: 'EcmrCreated',
        version: 1,
        ecmr_id: id,
        ecmr_number,
        prev_hash: null,
        actor: { kind: 'api_key', name: 'test' },
      },
      {
        type: 'EcmrEdited',
        version: 2,
        changes: [{ field: 'reference', old: 'OLD', new: 'NEW' }],
        inferred: false,
      },
    ])
    t.equal(data[1]?.prev_hash, data[0]?.hash)
    const created = data[0]?.changes.map(({ field }) => field) ?? []
    t.same(
      created,
      fieldNames.filter((name) => created.includes(name)),
      'a creation lists its fields as a printed note does',
    )
    t.ok(created.length > 8)
    t.ok(
      data.some(({ type, inferred }) => type === 'CarrierAssigned' && inferred),
      'the step in between is inferred',
    )
    t.equal(pagination.total, data.length)
  }
  const second = asPromised(
    historyPage,
    (await haulier.call('GET', `/api/ecmrs/${id}/events?page=2&limit=1`)).json(),
  )
  t.match(second.data, [{ version: 2 }])
  t.match(second.pagination, { page: 2, limit: 1, has_more: true })
})

t.test('absurd pages of a history are refused', async (t) => {
  const { id } = await haulier.create({ reference: 'ABSURD' })
  for (const query of ['page=0', 'page=1e999', 'page=-1e999', 'page=NaN', 'limit=1e999']) {
    const answer = await haulier.call('GET', `/api/ecmrs/${id}/events?${query}`)
    t.equal(answer.status, 400, query)
    t.match(answer.problem().errors, [{ pointer: `/${query.split('=')[0]}` }], query)
  }
})

t.test('the change feed is read from position to position', async (t) => {
  const { id } = await haulier.create({ reference: 'FEED' })
  const read = async (after: string, limit = 2) =>
    asPromised(changeFeed, (await haulier.call('GET', `/api/events?after=${after}&limit=${limit}`)).json())
  const seen: string[] = []
  let after = ''
  for (;;) {
    const { data, pagination } = await read(after)
    seen.push(...data.map(({ position }) => position))
    after = pagination.next_cursor
    if (!pagination.has_more) break
  }
  t.same(seen, [...new Set(seen)].sort())
  t.same((await read(after)).data, [])
  t.equal((await read(after)).pagination.next_cursor, after, 'the place is kept when there is nothing new')
  await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'FED' })
  t.match((await read(after)).data, [{ ecmr_id: id, type: 'EcmrEdited' }])
  t.equal((await haulier.call('GET', '/api/events?after=%27%3B--')).status, 400)
  t.equal((await haulier.call('GET', `/api/events?after=${'9'.repeat(65)}`)).status, 400)
})

t.test('pages of large entries end at about 2 MB and lead on', async (t) => {
  const goods = (packages: number) =>
    Array.from({ length: 200 }, () => ({ description: 'x'.repeat(1_000), packages }))
  const { id } = await haulier.create({ goods_items: goods(0) })
  for (const packages of [1, 2, 3, 4]) {
    const answer = await haulier.call('PATCH', `/api/ecmrs/${id}`, { goods_items: goods(packages) })
    t.equal(answer.status, 200)
  }
  const versions: number[] = []
  for (let path = `/api/ecmrs/${id}/events?limit=50`; path !== ''; ) {
    const answer = await haulier.call('GET', path)
    t.ok(answer.text.length < 2_500_000, `${answer.text.length} bytes`)
    const { data, pagination } = asPromised(historyPage, answer.json())
    versions.push(...data.map(({ version }) => version))
    t.equal(pagination.has_more, pagination.next_cursor !== null)
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.link ?? '')?.[1] ?? ''
  }
  t.same(versions, [1, 2, 3, 4, 5])
  const numbered = await haulier.call('GET', `/api/ecmrs/${id}/events?limit=4&page=2`)
  t.match(numbered.problem(), { status: 400, errors: [{ pointer: '/page', message: /next_cursor/ }] })
  const feed = await haulier.call('GET', '/api/events?limit=100')
  t.ok(feed.text.length < 2_500_000, `${feed.text.length} bytes`)
  t.match(feed.json(), { pagination: { has_more: true } })
})

t.test('a place beyond the newest event is refused, and the newest one is not', async (t) => {
  const { id } = await haulier.create()
  const { headers } = await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'HEAD' })
  const newest = headers['x-position'] ?? ''
  t.match((await haulier.call('GET', `/api/events?after=${newest}`)).json(), {
    data: [],
    pagination: { has_more: false, next_cursor: newest },
  })
  const beyond = await haulier.call('GET', `/api/events?after=${newest.replace(/^./, '7')}`)
  t.equal(beyond.status, 400)
  t.match(beyond.problem().errors, [{ pointer: '/after', message: /beyond the newest event/ }])
})

t.test('a cursor of a history is good for that note of that company, unaltered', async (t) => {
  const one = await haulier.create()
  const other = await haulier.create()
  for (const { id } of [one, other]) await haulier.call('PATCH', `/api/ecmrs/${id}`, { reference: 'SECOND' })
  const page = async (query: string) =>
    asPromised(historyPage, (await haulier.call('GET', `/api/ecmrs/${one.id}/events?${query}`)).json())
  const cursor = (await page('limit=1')).pagination.next_cursor ?? ''
  t.match(await page(`cursor=${cursor}`), {
    data: [{ version: 2 }],
    pagination: { has_more: false, next_cursor: null },
  })
  for (const path of [
    `${other.id}/events?cursor=${cursor}`,
    `${one.id}/events?cursor=${cursor}A`,
    `${one.id}/events?cursor=1`,
  ]) {
    const answer = await haulier.call('GET', `/api/ecmrs/${path}`)
    t.equal(answer.status, 400, path)
    t.match(answer.problem().errors, [{ pointer: '/cursor', message: /no cursor of this list/ }])
  }
})
