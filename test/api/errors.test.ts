import { revokeApiKey } from '@ecmr/accounts'
import { commandHandler } from '@ecmr/application'
import { createExample } from '@ecmr/contract'
import { OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import t from 'tap'
import { buildTestApi, operator } from '../support/api.js'
import { until } from '../support/until.js'

const api = await buildTestApi(t)
const { haulier, rival } = api

t.test('whatever is wrong with a key, the answer is the same', async (t) => {
  const { company, key } = haulier
  const expired = await api.keyFor(company, ['ecmrs:read'], new Date(Date.now() - 1_000))
  const last = key.endsWith('0') ? '1' : '0'
  const bad = [
    '',
    'nonsense',
    key.slice(0, -1),
    key.slice(0, -1) + last,
    key.toUpperCase(),
    `${key}x`,
    expired,
  ]
  const bodies = new Set<string>()
  for (const each of [undefined, ...bad]) {
    const headers = each === undefined ? {} : { 'x-api-key': each }
    const answer = await api.call('GET', '/api/ecmrs', undefined, headers)
    t.equal(answer.status, 401, each ?? 'no key')
    t.equal(answer.headers['www-authenticate'], 'ApiKey')
    const { request_id, ...rest } = answer.problem()
    bodies.add(JSON.stringify(rest))
  }
  t.equal(bodies.size, 1)
  t.equal((await api.call('GET', `/api/ecmrs?api_key=${key}`)).status, 401, 'never in the query')
})

t.test('a revoked key is refused', async (t) => {
  const key = await api.keyFor(haulier.company)
  const call = () => api.call('GET', '/api/ecmrs', undefined, { 'x-api-key': key })
  t.equal((await call()).status, 200)
  await revokeApiKey(api.pool, key.slice(10, 18), operator)
  await until(async () => (await call()).status === 401, 'that it is refused')
})

t.test('a key without the scope is rejected, and the error names the missing scope', async (t) => {
  const reader = api.customer(haulier.company, await api.keyFor(haulier.company, ['ecmrs:read']))
  const writer = api.customer(haulier.company, await api.keyFor(haulier.company, ['ecmrs:write']))
  t.equal((await reader.call('GET', '/api/ecmrs')).status, 200)
  const refused = await reader.call('POST', '/api/ecmrs', createExample)
  t.match(refused.problem(), { status: 403, code: 'insufficient_scope', detail: /ecmrs:write/ })
  t.equal((await writer.call('GET', '/api/ecmrs')).status, 403)
  t.equal((await writer.call('POST', '/api/ecmrs', createExample)).status, 201)
})

t.test('unknown, malformed and foreign ids are answered alike', async (t) => {
  const note = await haulier.create()
  const { status: _, ...unknown } = (
    await rival.call('GET', '/api/ecmrs/01990000-0000-7000-8000-000000000000')
  ).problem()
  const named = [
    note.id,
    note.ecmr_number,
    'nonsense',
    'ECMR-2026-000000000-0',
    '%00',
    '%F0%9F%9A%9A',
    'x'.repeat(400),
  ]
  for (const id of named) {
    const answer = await rival.call('GET', `/api/ecmrs/${id}`)
    t.equal(answer.status, 404, id)
    t.match(answer.problem(), { ...unknown, request_id: String }, id)
  }
  t.equal((await api.call('GET', '/api/ecmr')).status, 404)
  t.match((await haulier.call('GET', '/api/ecmrs/%E0%A4%A')).problem(), {
    status: 400,
    code: 'malformed_request',
  })
})

t.test('a method that an address does not take is answered with those it takes', async (t) => {
  const deleted = await haulier.call('DELETE', '/api/ecmrs/x')
  t.match(deleted.problem(), { status: 405, code: 'method_not_allowed' })
  t.equal(deleted.headers.allow, 'GET, HEAD, OPTIONS, PATCH, PUT')
  t.equal((await haulier.call('PUT', '/api/ecmrs', {})).status, 405)
  t.equal((await haulier.call('POST', '/api/tracking/x', {})).status, 405)
  const options = await haulier.call('OPTIONS', '/api/ecmrs?page=1')
  t.equal(options.status, 204)
  t.equal(options.headers.allow, 'GET, HEAD, OPTIONS, POST')
})

t.test('clients that do not accept JSON get an error', async (t) => {
  const read = (accept: string) => haulier.call('GET', '/api/ecmrs', undefined, { accept })
  for (const accept of ['text/html', 'application/xml', 'application/json;q=0', 'image/*']) {
    t.match((await read(accept)).problem(), { status: 406, code: 'not_acceptable' }, accept)
  }
  for (const accept of [
    '*/*',
    'application/*',
    'text/html, */*;q=0.1',
    'application/json; charset=utf-8',
    'application/problem+json, application/json',
  ]) {
    t.equal((await read(accept)).status, 200, accept)
  }
})

t.test('the client’s own request id comes back when it is a sensible one', async (t) => {
  const given = await api.call('GET', '/api/nothing', undefined, { 'x-request-id': 'tms-4711' })
  t.equal(given.headers['x-request-id'], 'tms-4711')
  t.equal(given.problem().request_id, 'tms-4711')
  const strange = await api.call('GET', '/api/nothing', undefined, { 'x-request-id': '<script>' })
  t.match(strange.headers['x-request-id'], /^[0-9a-f-]{36}$/)
})

t.test('too many calls are answered 429, per key and on public routes per address', async (t) => {
  const limited = await api.another({ limits: { perKey: 3, perAddress: 2 } })
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await limited.haulier.call('GET', '/api/ecmrs')).status)
  t.same(statuses, [200, 200, 200, 429])
  const over = await limited.haulier.call('GET', '/api/ecmrs')
  t.match(over.problem(), { code: 'rate_limited' })
  t.match(over.headers, {
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
    'ratelimit-reset': /\d+/,
    'retry-after': /\d+/,
  })
  t.equal((await limited.rival.call('GET', '/api/ecmrs')).status, 200, 'each key by itself')
  const track = () => limited.call('GET', '/api/tracking/x')
  t.same([(await track()).status, (await track()).status, (await track()).status], [404, 404, 429])
  t.equal((await limited.call('GET', '/api/health')).status, 200, 'health is never counted')
})

t.test('the keys of a company share a limit, and the headers tell of the one that is nearest', async (t) => {
  const limited = await api.another({ limits: { perKey: 3, perCompany: 4, perAddress: 2 } })
  const key = await api.keyFor(haulier.company)
  const first = () => limited.haulier.call('GET', '/api/ecmrs')
  const second = () => limited.call('GET', '/api/ecmrs', undefined, { 'x-api-key': key })
  const left = ({ status, headers }: Awaited<ReturnType<typeof first>>) =>
    [status, headers['ratelimit-limit'], headers['ratelimit-remaining']].join(' ')
  t.equal(left(await first()), '200 3 2')
  t.equal(left(await first()), '200 3 1')
  t.equal(left(await first()), '200 3 0')
  t.equal(left(await first()), '429 3 0', 'what a key is refused uses up nothing of its company’s')
  t.equal(left(await second()), '200 4 0')
  const refused = await second()
  t.equal(left(refused), '429 4 0')
  t.match(refused.headers['retry-after'], /^\d+$/)
  t.equal((await limited.rival.call('GET', '/api/ecmrs')).status, 200, 'each company by itself')
})

t.test('wrong keys are refused with 429 after thirty from a network, right ones are answered', async (t) => {
  const limited = await api.another({ trustProxy: 1 })
  const from = (address: string, key: string) =>
    limited.call('GET', '/api/ecmrs', undefined, { 'x-forwarded-for': address, 'x-api-key': key })
  const wrong = async (address: string) => (await from(address, 'ecmr_live_wrong')).status
  for (let times = 0; times < 30; times++) t.equal(await wrong(`2001:db8:1:2::${times}`), 401)
  const refused = await from('2001:db8:1:2:ffff::1', 'ecmr_live_wrong')
  t.match(refused.problem(), { status: 429, code: 'rate_limited' })
  t.match(refused.headers['retry-after'], /^\d+$/)
  t.equal((await from('2001:db8:1:2::1', limited.haulier.key)).status, 200)
  t.equal(await wrong('2001:db8:1:3::1'), 401, 'another network')
})

t.test('on public routes a /64 of IPv6 is one address', async (t) => {
  const limited = await api.another({ limits: { perKey: 3, perAddress: 1 }, trustProxy: 1 })
  const track = async (address: string) =>
    (await limited.call('GET', '/api/tracking/x', undefined, { 'x-forwarded-for': address })).status
  t.same(
    [await track('2001:db8::1'), await track('2001:db8::ffff:2'), await track('2001:db8:0:1::1')],
    [404, 429, 404],
  )
})

t.test('the counted address is the one that a trusted proxy saw, and no other claim', async (t) => {
  const statusesBehind = async (trustProxy: false | number | readonly string[]) => {
    const limited = await api.another({ limits: { perKey: 3, perAddress: 1 }, trustProxy })
    const track = async (forwarded: string) =>
      (await limited.call('GET', '/api/tracking/x', undefined, { 'x-forwarded-for': forwarded })).status
    return [await track('192.0.2.1'), await track('192.0.2.2'), await track('198.51.100.9, 192.0.2.2')]
  }
  t.same(await statusesBehind(false), [404, 429, 429], 'the header is not believed')
  t.same(await statusesBehind(1), [404, 404, 429], 'one proxy: the last address counts, invented ones do not')
  t.same(await statusesBehind(['127.0.0.0/8']), [404, 404, 429])
  t.same(await statusesBehind(['10.0.0.0/8']), [404, 429, 429], 'a proxy elsewhere is not believed')
})

t.test('when something is away the answer is 503, and says whether the command was recorded', async (t) => {
  const faults: Error[] = []
  const commands = commandHandler({ store: api.recorded, keys: api.dataKeys })
  const broken = await api.another({
    commands: {
      handle: async (request) => {
        const fault = faults.shift()
        if (fault) throw fault
        return commands.handle(request)
      },
    },
  })
  const create = () => broken.haulier.call('POST', '/api/ecmrs', createExample)
  faults.push(new StoreUnavailable('away'))
  const away = await create()
  t.match(away.problem(), { status: 503, code: 'unavailable', detail: /Nothing was recorded/ })
  t.ok(away.headers['retry-after'])
  faults.push(new OutcomeUnknown('lost'))
  t.match((await create()).problem(), {
    status: 503,
    code: 'outcome_unknown',
    detail: /same Idempotency-Key/,
  })
  faults.push(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  t.equal((await create()).status, 503)
  faults.push(new Error('secret internals'))
  const bug = await create()
  t.equal(bug.status, 500)
  t.notMatch(bug.text, /secret|stack|at /)
  t.equal((await create()).status, 201)
})
