import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier, store } = api
const keyed = (key: string) => ({ 'idempotency-key': key })

t.test('a repeated creation answers the same and appends nothing', async (t) => {
  const first = await haulier.call('POST', '/api/ecmrs', createExample, keyed('create-1'))
  const before = await store.head()
  const again = await haulier.call('POST', '/api/ecmrs', createExample, keyed('create-1'))
  t.same([first.status, again.status], [201, 201])
  t.same(again.record(), first.record())
  t.equal(first.headers['idempotent-replayed'], undefined)
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(again.headers.location, first.headers.location)
  t.equal(await store.head(), before)
})

t.test('a repeated change answers the note as it stood after it, whatever came later', async (t) => {
  const { id } = await haulier.create()
  const path = `/api/ecmrs/${id}`
  const incident = { type: 'delay', description: 'Snow' }
  const first = await haulier.call('POST', `${path}/incidents`, incident, keyed('incident-1'))
  const incident_id = first.record().incidents[0]?.incident_id
  await haulier.call('POST', `${path}/incidents/${incident_id}/resolution`, { outcome: 'continue' })
  const again = await haulier.call('POST', `${path}/incidents`, incident, keyed('incident-1'))
  t.equal(again.status, 201)
  t.same(again.record(), first.record())
  t.equal((await haulier.call('GET', path)).record().incidents.length, 1)
})

t.test('what appended nothing is answered the same too', async (t) => {
  const { id } = await haulier.create({ reference: 'A' })
  const path = `/api/ecmrs/${id}`
  const nothing = await haulier.call('PATCH', path, { reference: 'A' }, keyed('nothing-1'))
  const refused = await haulier.call(
    'POST',
    `${path}/incidents/x/resolution`,
    { outcome: 'lost' },
    keyed('refused-1'),
  )
  t.same([nothing.status, refused.status], [200, 404])
  await haulier.call('PATCH', path, { reference: 'B' })
  const nothingAgain = await haulier.call('PATCH', path, { reference: 'A' }, keyed('nothing-1'))
  t.same(nothingAgain.record(), nothing.record())
  t.equal(nothingAgain.headers['idempotent-replayed'], 'true')
  const refusedAgain = await haulier.call(
    'POST',
    `${path}/incidents/x/resolution`,
    { outcome: 'lost' },
    keyed('refused-1'),
  )
  t.match(refusedAgain.problem(), { code: refused.problem().code })
  t.equal((await haulier.call('GET', path)).record().reference, 'B')
})

t.test('a key used with another request is refused', async (t) => {
  const { id } = await haulier.create()
  await haulier.call('POST', '/api/ecmrs', createExample, keyed('other-1'))
  for (const [method, path, body] of [
    ['POST', '/api/ecmrs', { ...createExample, reference: 'other' }],
    ['PATCH', `/api/ecmrs/${id}`, createExample],
  ] as const) {
    const answer = await haulier.call(method, path, body, keyed('other-1'))
    t.match(answer.problem(), { status: 422, code: 'idempotency_key_reused' })
  }
  const reordered = Object.fromEntries(Object.entries(createExample).reverse())
  t.equal(
    (await haulier.call('POST', '/api/ecmrs', reordered, keyed('other-1'))).status,
    201,
    'order means nothing',
  )
})

t.test('a faulty request does not use up its key', async (t) => {
  t.equal((await haulier.call('POST', '/api/ecmrs', {}, keyed('corrected-1'))).status, 400)
  t.equal((await haulier.call('POST', '/api/ecmrs', createExample, keyed('corrected-1'))).status, 201)
})

t.test('of concurrent repeats one is executed and the others get an error that says to wait', async (t) => {
  const before = await list()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => haulier.call('POST', '/api/ecmrs', createExample, keyed('crowd-1'))),
  )
  t.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    t.match(answer.problem(), { status: 409, code: 'idempotency_key_in_flight' })
    t.ok(answer.headers['retry-after'])
  }
  t.equal(await list(), before + 1)
})

t.test('repeats at the same moment in several processes yield one note', async (t) => {
  const others = await Promise.all([api.another(), api.another()])
  const before = await list()
  const answers = await Promise.all(
    [api, ...others].map((each) =>
      each.haulier.call('POST', '/api/ecmrs', createExample, keyed('cluster-1')),
    ),
  )
  t.same(
    answers.map(({ status }) => status),
    [201, 201, 201],
  )
  t.equal(new Set(answers.map((answer) => answer.record().id)).size, 1)
  t.equal(await list(), before + 1)
})

t.test('a repeat recovers from a crash between recording the key and appending', async (t) => {
  const crashing = await api.another({
    commands: { handle: async () => Promise.reject(new Error('killed')) },
  })
  t.equal((await crashing.haulier.call('POST', '/api/ecmrs', createExample, keyed('crash-1'))).status, 500)
  const repeated = await haulier.call('POST', '/api/ecmrs', createExample, keyed('crash-1'))
  t.equal(repeated.status, 201)
  t.equal(
    (await haulier.call('POST', '/api/ecmrs', createExample, keyed('crash-1'))).record().id,
    repeated.record().id,
  )
})

t.test('keys are 1 to 255 printable characters', async (t) => {
  const status = async (key: string) =>
    (await haulier.call('POST', '/api/ecmrs', createExample, keyed(key))).status
  t.equal(await status('k'.repeat(255)), 201)
  for (const bad of ['', 'k'.repeat(256), 'ñ']) t.equal(await status(bad), 400, bad)
})

async function list(): Promise<number> {
  const answer = await haulier.call('GET', '/api/ecmrs')
  return Number(/"total":(\d+)/.exec(answer.text)?.[1])
}
