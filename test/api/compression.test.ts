import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier } = api

/** The answer as its bytes arrive. */
async function read(url: string, encodings: string, headers: Readonly<Record<string, string>> = {}) {
  return api.app.inject({
    method: 'GET',
    url,
    headers: { 'x-api-key': haulier.key, 'accept-encoding': encodings, ...headers },
  })
}

const note = await haulier.create({ goods_description: 'olive oil, '.repeat(200) })
const address = `/api/ecmrs/${note.id}`

t.test('what is read comes compressed to clients that take it', async (t) => {
  const plain = await read(address, 'identity')
  t.equal(plain.headers['content-encoding'], undefined)
  t.equal(plain.headers.etag, '"1"')
  for (const [encodings, chosen, decompress] of [
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    const answer = await read(address, encodings)
    t.match(answer.headers, { 'content-encoding': chosen, etag: `"1-${chosen}"` }, encodings)
    t.ok(answer.rawPayload.length < plain.rawPayload.length / 2, encodings)
    t.equal(decompress(answer.rawPayload).toString(), plain.payload, encodings)
  }
  for (const encodings of ['identity', 'gzip'])
    t.equal((await read(address, encodings)).headers.vary, 'Accept-Language, accept-encoding')
  t.equal((await read(address, 'zstd, deflate')).headers['content-encoding'], undefined)
})

t.test('an entity tag of a compressed answer is good for reading again and for changing', async (t) => {
  const { etag } = (await read(address, 'gzip', { 'accept-language': 'en' })).headers
  t.equal(etag, '"1-en-gzip"')
  const held = { 'accept-language': 'en', 'if-none-match': `"7", ${etag}` }
  const again = await read(address, 'gzip', held)
  t.equal(again.statusCode, 304)
  t.equal(again.headers.etag, etag)
  t.equal((await read(address, 'gzip', { ...held, 'accept-language': 'es' })).statusCode, 200)
  const headers = { 'if-match': `${etag}`, 'accept-encoding': 'gzip' }
  t.equal((await haulier.call('PATCH', address, { reference: 'PED-1' }, headers)).status, 200)
  t.equal((await haulier.call('PATCH', address, { reference: 'PED-2' }, headers)).status, 412)
})

t.test('lists and exports come compressed, however large', async (t) => {
  await Promise.all(Array.from({ length: 40 }, () => haulier.create()))
  for (const url of ['/api/ecmrs?limit=100', '/api/ecmrs.csv', '/api/openapi.json']) {
    const plain = await read(url, 'identity')
    const answer = await read(url, 'gzip')
    t.match(answer, { statusCode: 200, headers: { 'content-encoding': 'gzip' } }, url)
    t.equal(gunzipSync(answer.rawPayload).toString(), plain.payload, url)
  }
})

t.test('small answers, and answers that may show a secret, stay as they are', async (t) => {
  t.equal((await read('/api/me', 'gzip')).headers['content-encoding'], undefined)
  const created = await api.app.inject({
    method: 'POST',
    url: '/api/webhooks',
    headers: { 'x-api-key': haulier.key, 'accept-encoding': 'gzip' },
    payload: {
      url: 'https://receiver.example/hook',
      events: ['ecmr.created'],
      description: 'orders '.repeat(30),
      metadata: Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`key-${index}`, 'v'.repeat(60)]),
      ),
    },
  })
  t.equal(created.statusCode, 201, created.payload)
  t.ok(created.rawPayload.length > 2_000)
  t.equal(created.headers['content-encoding'], undefined)
})

t.test('a compressed request is refused: a small one could hold a huge one', async (t) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/ecmrs',
    headers: {
      'x-api-key': haulier.key,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync('{}'),
  })
  t.ok([400, 415].includes(answer.statusCode), answer.payload)
})
