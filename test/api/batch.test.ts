import { commandHandler } from '@ecmr/application'
import { batchAnswer, createExample } from '@ecmr/contract'
import { changeCompany } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import t from 'tap'
import { type Answer, buildTestApi, type Customer, operator } from '../support/api.js'
import { asPromised } from '../support/contract.js'
import { describedBy } from '../support/openapi.js'

const api = await buildTestApi(t)
const { haulier } = api
const { contradictions } = await describedBy(api)
const BATCH = '/api/ecmrs/batch'
const keyed = (key: string) => ({ 'idempotency-key': key })
const withReference = (reference: string) => ({ ...createExample, reference })
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => withReference(`${prefix}-${index}`))

function resultsOf(answer: Answer) {
  const faults = answer.status === 200 ? contradictions('POST', BATCH, answer) : [answer.text]
  if (faults.length > 0) throw new Error(faults.join())
  return asPromised(batchAnswer, answer.json())
}

/** How many notes are found. */
async function totalOf(customer: Customer, search: string): Promise<number> {
  const { text } = await customer.call('GET', `/api/ecmrs?search=${search}`)
  return Number(/"total":(\d+)/.exec(text)?.[1])
}

t.test('a batch creates its notes, answered in order, and they are at once in the list', async (t) => {
  const items = numbered(100, 'HUNDRED')
  const answer = await haulier.call('POST', BATCH, { items })
  const { results, created, failed } = resultsOf(answer)
  t.same([created, failed], [100, 0])
  t.same(
    results.map(({ index, status, note }) => [index, status, note?.reference]),
    items.map(({ reference }, index) => [index, 201, reference]),
  )
  t.equal(await totalOf(haulier, 'HUNDRED'), 100)
  const last = results.at(-1)?.note
  t.same((await haulier.call('GET', `/api/ecmrs/${last?.id}`)).record(), last)
  const feed = await haulier.call('GET', `/api/events?after=${answer.headers['x-position']}`)
  t.match(feed.json(), { data: [] }, 'X-Position is that of the last of them')
})

t.test('an item that is wrong says so with pointers into the item, and stops no other', async (t) => {
  const items = [
    withReference('GOOD-0'),
    { ...createExample, pickup_date: '2026-02-30', sender_cty: 'x' },
    'no object',
    null,
    { ...createExample, idempotency_key: 'ñ' },
    { ...withReference('GOOD-5'), metadata: { order: '4711' } },
    { ...createExample, metadata: { order: 4711 } },
  ]
  const { results, created, failed } = resultsOf(await haulier.call('POST', BATCH, { items }))
  t.same([created, failed], [2, 5])
  t.same(results[5]?.note?.metadata, { order: '4711' })
  t.same(
    results.map(({ status }) => status),
    [201, 400, 400, 400, 400, 201, 400],
  )
  const faults = results.map(({ problem }) => problem?.errors?.map(({ pointer }) => pointer))
  t.same(faults.slice(1, 5), [['/sender_cty', '/pickup_date'], [''], [''], ['/idempotency_key']])
  t.same(faults[6], ['/metadata/order'])
  const allWrong = resultsOf(await haulier.call('POST', BATCH, { items: [{}, {}] }))
  t.same([allWrong.created, allWrong.failed], [0, 2], 'all failed is an answer, too')
  t.equal(allWrong.results[0]?.problem?.errors?.length, 8)
})

t.test('a batch has 1 to 100 items and no other members; else nothing is created', async (t) => {
  const cases: readonly [unknown, object][] = [
    [{ items: numbered(101, 'TOOMANY') }, { pointer: '/items', code: 'too_many' }],
    [{ items: [] }, { pointer: '/items', code: 'too_few' }],
    [{ items: {} }, { pointer: '/items', code: 'wrong_type' }],
    [{}, { pointer: '/items', code: 'required' }],
    [
      { items: [withReference('TOOMANY')], itmes: [] },
      { pointer: '/itmes', code: 'unknown_field' },
    ],
  ]
  for (const [body, fault] of cases) {
    const answer = await haulier.call('POST', BATCH, body)
    t.match(answer.problem(), { status: 400, errors: [fault] })
  }
  t.equal(await totalOf(haulier, 'TOOMANY'), 0)
})

t.test('a batch repeated with its key creates nothing more and answers the same', async (t) => {
  const body = { items: [...numbered(5, 'TWICE'), {}] }
  const first = resultsOf(await haulier.call('POST', BATCH, body, keyed('twice')))
  const again = resultsOf(await haulier.call('POST', BATCH, body, keyed('twice')))
  t.same(
    again.results.slice(0, 5).map(({ note }) => note),
    first.results.slice(0, 5).map(({ note }) => note),
  )
  t.ok(again.results.slice(0, 5).every(({ replayed }) => replayed))
  t.equal(again.results[5]?.status, 400)
  t.equal(await totalOf(haulier, 'TWICE'), 5)
  const other = await haulier.call('POST', BATCH, { items: numbered(4, 'TWICE') }, keyed('twice'))
  t.match(other.problem(), { status: 422, code: 'idempotency_key_reused' })
})

t.test('after a crash in the middle a repeat creates each note exactly once', async (t) => {
  let left = 3
  const handler = commandHandler({ store: api.recorded, keys: api.dataKeys })
  const crashing = await api.another({
    commands: {
      handle: async (request) => {
        if (left-- > 0) return handler.handle(request)
        throw new Error('killed')
      },
    },
  })
  const body = { items: numbered(20, 'CRASH') }
  const broken = resultsOf(await crashing.haulier.call('POST', BATCH, body, keyed('crash')))
  t.equal(broken.created, 3)
  t.equal(broken.results.find(({ status }) => status !== 201)?.problem?.code, 'internal_error')
  const repeated = resultsOf(await haulier.call('POST', BATCH, body, keyed('crash')))
  t.equal(repeated.created, 20)
  t.equal(repeated.results.filter(({ replayed }) => replayed).length, 3)
  for (const { note } of broken.results)
    if (note) t.ok(repeated.results.some((each) => each.note?.id === note.id))
  t.equal(await totalOf(haulier, 'CRASH'), 20)
})

t.test('repeats at the same moment in two processes create each note once', async (t) => {
  const other = await api.another()
  const body = { items: numbered(20, 'BOTH') }
  const answers = await Promise.all(
    [api, other].map((each) => each.haulier.call('POST', BATCH, body, keyed('both'))),
  )
  const ids = answers.map((answer) => resultsOf(answer).results.map(({ note }) => note?.id))
  t.same(ids[0], ids[1])
  t.equal(await totalOf(haulier, 'BOTH'), 20)
})

t.test('the key of an item is the key of a creation by itself', async (t) => {
  const note = withReference('OWN-1')
  const items = [{ ...note, idempotency_key: 'own-1' }, withReference('OWN-2')]
  const first = resultsOf(await haulier.call('POST', BATCH, { items }))
  const alone = await haulier.call('POST', '/api/ecmrs', note, keyed('own-1'))
  t.equal(alone.headers['idempotent-replayed'], 'true')
  t.equal(alone.record().id, first.results[0]?.note?.id)
  const again = resultsOf(await haulier.call('POST', BATCH, { items: [items[0]] }))
  t.match(again.results, [{ status: 201, replayed: true, note: { id: alone.record().id } }])
  const changed = { ...withReference('OTHER'), idempotency_key: 'own-1' }
  const reused = resultsOf(await haulier.call('POST', BATCH, { items: [changed, withReference('OWN-3')] }))
  t.match(reused.results, [{ status: 422, problem: { code: 'idempotency_key_reused' } }, { status: 201 }])
})

t.test('a key that stands twice in a batch is used by the first item only', async (t) => {
  const items = [
    { ...withReference('SAME'), idempotency_key: 'same-1' },
    { ...withReference('SAME'), idempotency_key: 'same-1' },
    { ...withReference('SAME'), idempotency_key: 'the-batch' },
  ]
  const { results } = resultsOf(await haulier.call('POST', BATCH, { items }, keyed('the-batch')))
  t.same(
    results.map(({ status }) => status),
    [201, 400, 400],
  )
  t.match(results[1]?.problem?.errors, [{ pointer: '/idempotency_key', code: 'repeated', message: /Item 0/ }])
  t.equal(await totalOf(haulier, 'SAME'), 1)
})

t.test('when the event log goes away in the middle, the rest is not tried and may be repeated', async (t) => {
  for (const [error, code] of [
    [new StoreUnavailable('away'), 'unavailable'],
    [new OutcomeUnknown('broken'), 'outcome_unknown'],
  ] as const) {
    const handler = commandHandler({ store: api.recorded, keys: api.dataKeys })
    let tried = 0
    const failing = await api.another({
      commands: {
        handle: async (request) => {
          if (++tried <= 10) return handler.handle(request)
          throw error
        },
      },
    })
    const body = { items: numbered(100, code) }
    const { results, created } = resultsOf(await failing.haulier.call('POST', BATCH, body, keyed(code)))
    t.equal(created, 10)
    t.ok(tried < 20, `${tried} were tried`)
    for (const result of results.filter(({ status }) => status !== 201))
      t.match(result, { status: 503, retry_after: 1, problem: { status: 503 } })
    t.ok(results.some(({ problem }) => problem?.code === code))
    t.equal(resultsOf(await haulier.call('POST', BATCH, body, keyed(code))).created, 100)
    t.equal(await totalOf(haulier, code), 100)
  }
})

t.test('a dry run says what would become of each note and creates none', async (t) => {
  const body = { items: [withReference('DRYRUN'), {}], dry_run: true }
  const { results, created, failed } = resultsOf(await haulier.call('POST', BATCH, body, keyed('dry')))
  t.same([created, failed], [0, 1])
  t.match(results, [{ status: 200, compliance: { cmr: {} } }, { status: 400 }])
  t.equal(await totalOf(haulier, 'DRYRUN'), 0)
})

t.test('each item counts against the rate limits, and too many items are refused whole', async (t) => {
  const limited = await api.another({ limits: { perKey: 30, perCompany: 1e6, perAddress: 1e6 } })
  const first = await limited.haulier.call('POST', BATCH, { items: numbered(20, 'RATE') })
  t.equal(first.headers['ratelimit-remaining'], '10')
  const second = await limited.haulier.call('POST', BATCH, { items: numbered(20, 'RATE') })
  t.match(second.problem(), { status: 429, code: 'rate_limited', detail: /of 30 a minute 9 are left/ })
  t.ok(second.headers['retry-after'])
  t.equal((await limited.haulier.call('POST', BATCH, { items: numbered(9, 'RATE') })).status, 200)
  t.equal((await limited.haulier.call('POST', '/api/ecmrs', createExample)).status, 429)
  t.equal(await totalOf(haulier, 'RATE'), 29)
})

t.test('used-up storage is said of each item', async (t) => {
  const refusal = { code: 'quota_exceeded', detail: 'full' } as const
  const full = await api.another({
    commands: commandHandler({ store: api.recorded, keys: api.dataKeys, admit: async () => refusal }),
  })
  const { results } = resultsOf(await full.haulier.call('POST', BATCH, { items: numbered(2, 'FULL') }))
  t.match(results, [{ status: 403, problem: { code: 'quota_exceeded' } }, { status: 403 }])
})

t.test('a company has two batches under way at once, and others create meanwhile', async (t) => {
  const handler = commandHandler({ store: api.recorded, keys: api.dataKeys })
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let underWay = 0
  let most = 0
  const slow = await api.another({
    commands: {
      handle: async (request) => {
        if (request.company !== haulier.company.id) return handler.handle(request)
        most = Math.max(most, ++underWay)
        await gate
        underWay--
        return handler.handle(request)
      },
    },
  })
  const own = [0, 1].map((at) => slow.haulier.call('POST', BATCH, { items: numbered(20, `SLOW${at}`) }))
  while (most < 8) await new Promise(setImmediate)
  const third = await slow.haulier.call('POST', BATCH, { items: numbered(2, 'SLOW') })
  t.match(third.problem(), { status: 429, code: 'rate_limited', detail: /2 batches/ })
  t.equal((await slow.rival.call('POST', '/api/ecmrs', createExample)).status, 201)
  t.equal(resultsOf(await slow.rival.call('POST', BATCH, { items: numbered(20, 'MEANWHILE') })).created, 20)
  open()
  for (const answer of own) t.equal(resultsOf(await answer).created, 20)
  t.equal(most, 8, 'four notes of each batch at a time')
})

t.test('a batch needs a key that may write, and is bounded in bytes and values', async (t) => {
  const reading = api.customer(haulier.company, await api.keyFor(haulier.company, ['ecmrs:read']))
  t.equal((await reading.call('POST', BATCH, { items: [createExample] })).status, 403)
  t.equal((await api.call('POST', BATCH, { items: [createExample] })).status, 401)
  const large = { items: Array.from({ length: 100 }, () => ({ notes: 'x'.repeat(30_000) })) }
  t.match((await haulier.call('POST', BATCH, large)).problem(), { status: 413, detail: /2 MiB/ })
  const seal_numbers = Array.from({ length: 600 }, () => 'x')
  const many = { items: Array.from({ length: 100 }, () => ({ seal_numbers })) }
  t.match((await haulier.call('POST', BATCH, many)).problem(), { status: 400, detail: /50000 values/ })
  const hostile = {
    items: Array.from({ length: 100 }, () =>
      Object.fromEntries(numbered(400, 'x').map((_, n) => [`a${n}`, 1])),
    ),
  }
  const answer = await haulier.call('POST', BATCH, hostile)
  t.equal(resultsOf(answer).failed, 100)
  t.ok(answer.text.length < 1_000_000, `${answer.text.length} bytes`)
})

t.test('a company with the strict policy creates batches as it creates notes', async (t) => {
  const strict = await buildTestApi(t)
  await changeCompany(strict.pool, actingFor(strict.haulier.company.id), { policy: 'strict' }, operator)
  const items = [createExample, { ...createExample, carrier_company_name: 'X' }]
  const { results } = resultsOf(await strict.haulier.call('POST', BATCH, { items }))
  t.match(results, [{ status: 201, note: { status: 'draft' } }, { status: 201 }])
  const moved = await strict.haulier.call('PATCH', `/api/ecmrs/${results[0]?.note?.id}`, {
    status: 'in_transit',
  })
  t.equal(moved.status, 409, 'they are under the strict policy')
})
