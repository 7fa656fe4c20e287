import { once } from 'node:events'
import { request } from 'node:http'
import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const json = { 'content-type': 'application/json' }

const withMember = (member: string) => JSON.stringify(createExample).replace(/}$/, `, ${member}}`)

t.test('of very many faults the first 500 are reported, and 20 for one field', async (t) => {
  const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`sender_cit${i}`, i]))
  const answer = await api.haulier.call('POST', '/api/ecmrs', fields)
  t.equal(answer.status, 400)
  t.equal(answer.problem().errors?.length, 500)
  const goods_items = Array.from({ length: 1_000 }, () => ({ weight: 1 }))
  const one = await api.haulier.call('POST', '/api/ecmrs/validate', { goods_items })
  t.match(one.json(), { valid: false, errors: Array.from({ length: 8 + 20 }, () => ({})) })
})

t.test('a body that cannot be read is refused, and says where it breaks off', async (t) => {
  const { app, haulier } = api
  const post = async (payload: string, headers: Record<string, string> = json) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/ecmrs',
      payload,
      headers: { 'x-api-key': haulier.key, ...headers },
    })
    return { status: response.statusCode, body: response.json() }
  }
  const refused: readonly [string, string, number, object][] = [
    ['a broken body', '{"a": 1,\n  "b" 2}', 400, { code: 'malformed_json', detail: /line 2, column 7/ }],
    ['half a body', '{"a": ', 400, { code: 'malformed_json', detail: /line 1, column 7/ }],
    ['an empty body', '', 400, { code: 'invalid_request' }],
    ['an array', '[]', 400, { errors: [{ pointer: '', code: 'wrong_type' }] }],
    ['a string', '"x"', 400, { errors: [{ pointer: '', code: 'wrong_type' }] }],
    ['null', 'null', 400, { code: 'invalid_request' }],
    [
      'a prototype',
      withMember('"__proto__": {"sender_city": "x"}'),
      400,
      { errors: [{ pointer: '/__proto__' }] },
    ],
    [
      'a constructor',
      withMember('"constructor": {"prototype": {}}'),
      400,
      { errors: [{ pointer: '/constructor' }] },
    ],
    [
      'a member twice',
      withMember('"goods_items": [{"description": "oil", "weight_kg": 1, "weight_kg": 2}]'),
      400,
      {
        code: 'invalid_request',
        errors: [
          { pointer: '/goods_items/0/weight_kg', code: 'repeated', message: /weight_kg stands here twice/ },
        ],
      },
    ],
    [
      'a member twice, written otherwise',
      withMember('"sender\\u005fcity": "x"'),
      400,
      { errors: [{ pointer: '/sender_city' }] },
    ],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400, { code: 'invalid_request' }],
    ['very many values', JSON.stringify(Array(100_000).fill(0)), 400, { code: 'invalid_request' }],
    [
      'very many fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`sender_cit${i}`, i]))),
      400,
      { code: 'invalid_request' },
    ],
    ['a name without end', JSON.stringify({ ['x'.repeat(100_000)]: 1 }), 400, { code: 'invalid_request' }],
    ['10 MB', JSON.stringify({ notes: 'x'.repeat(10_000_000) }), 413, { code: 'body_too_large' }],
  ]
  for (const [what, payload, status, body] of refused) t.match(await post(payload), { status, body }, what)
  const whole = JSON.stringify(createExample)
  t.match(await post(whole, { 'content-type': 'text/plain' }), {
    status: 415,
    body: { code: 'unsupported_media_type' },
  })
  t.match(await post(whole, { 'content-type': 'nonsense' }), { status: 415 })
  t.match(await post(whole, {}), { status: 415 }, 'no content type')
  t.match(await post(whole, { 'content-type': 'application/json; charset=utf-8' }), { status: 201 })
})

t.test('a header that may stand once is refused when it stands twice', async (t) => {
  const { app, haulier } = api
  const note = await haulier.create()
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = async (name: string, values: readonly string[]): Promise<number | undefined> => {
    const headers = { 'x-api-key': haulier.key, ...json }
    const sent = request({ port, host: '127.0.0.1', method: 'PATCH', path: `/api/ecmrs/${note.id}`, headers })
    sent.setHeader(name, values)
    sent.end('{}')
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }
  t.equal(await send('x-nothing', ['a', 'b']), 200)
  t.equal(await send('idempotency-key', ['a', 'b']), 400)
  t.equal(await send('if-match', ['"1"', '"2"']), 200, 'a list, in several lines')
  t.equal(await send('x-api-key', [haulier.key, haulier.key]), 401)
})
