import { randomBytes } from 'node:crypto'
import { addressOf, closeLink, counterpartyLink } from '@ecmr/document-links'
import t from 'tap'
import { request } from 'undici'
import { operator } from '../support/api.js'
import { until } from '../support/until.js'
import { box, company, documentsGround } from './ground.js'

t.test('a document at its public address', async (t) => {
  const ground = await documentsGround(t)
  const { app, reads } = ground
  const document = await ground.publish()
  const { path, bytes, sha256 } = document
  const etag = `"${sha256}"`
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: path, headers })

  await t.test('is downloaded as it was issued, by GET and HEAD alike', async (t) => {
    const got = await ask()
    t.equal(got.statusCode, 200)
    t.same(got.rawPayload, bytes)
    t.match(got.headers, {
      'content-type': 'application/pdf',
      'content-length': '4000',
      'content-disposition': `attachment; filename="ECMR-2026-${document.documentId.slice(0, 8)}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': /max-age=31536000/,
      'accept-ranges': 'bytes',
      'x-robots-tag': 'noindex',
      etag,
    })
    for (const absent of ['set-cookie', 'location', 'last-modified', 'access-control-allow-origin'])
      t.notOk(got.headers[absent], absent)
    const head = await ask({}, 'HEAD')
    t.equal(head.rawPayload.length, 0)
    t.strictSame(withoutDate(head.headers), withoutDate(got.headers))
  })

  const conditions = [
    { headers: { 'if-none-match': etag }, status: 304, size: 0 },
    { headers: { 'if-none-match': `"other", W/${etag}` }, status: 304, size: 0 },
    { headers: { 'if-none-match': '*' }, status: 304, size: 0 },
    { headers: { 'if-none-match': '"other"' }, status: 200, size: 4_000 },
    { headers: { 'if-match': etag }, status: 200, size: 4_000 },
    { headers: { 'if-match': '*' }, status: 200, size: 4_000 },
    { headers: { 'if-match': `W/${etag}` }, status: 412 },
    { headers: { 'if-match': '"other"', 'if-none-match': etag }, status: 412 },
    { headers: { range: 'bytes=0-99' }, status: 206, part: [0, 99] },
    { headers: { range: 'bytes=3900-' }, status: 206, part: [3_900, 3_999] },
    { headers: { range: 'bytes=3900-9999999999999999999999' }, status: 206, part: [3_900, 3_999] },
    { headers: { range: 'bytes=-100' }, status: 206, part: [3_900, 3_999] },
    { headers: { range: 'bytes=-9000' }, status: 206, part: [0, 3_999] },
    { headers: { range: 'bytes=4000-' }, status: 416 },
    { headers: { range: 'bytes=-0' }, status: 416 },
    { headers: { range: 'bytes=9-5' }, status: 200, size: 4_000 },
    { headers: { range: 'bytes=0-1,5-6' }, status: 200, size: 4_000 },
    { headers: { range: 'pages=1-2' }, status: 200, size: 4_000 },
    { headers: { range: 'bytes=0-99', 'if-range': etag }, status: 206, part: [0, 99] },
    { headers: { range: 'bytes=0-99', 'if-range': `W/${etag}` }, status: 200, size: 4_000 },
    {
      headers: { range: 'bytes=0-99', 'if-range': 'Mon, 05 Oct 2026 08:00:00 GMT' },
      status: 200,
      size: 4_000,
    },
    { headers: { range: 'bytes=0-99', 'if-none-match': etag }, status: 304, size: 0 },
    { method: 'HEAD', headers: { range: 'bytes=0-99' }, status: 200, size: 0 },
  ] as const
  for (const { headers, status, ...rest } of conditions) {
    await t.test(`answers ${status} to ${JSON.stringify(headers)}`, async (t) => {
      const got = await ask(headers, 'method' in rest ? rest.method : 'GET')
      t.equal(got.statusCode, status)
      if ('size' in rest) t.equal(got.rawPayload.length, rest.size)
      if (status !== 412 && status !== 416) t.equal(got.headers.etag, etag)
      if (status === 416) t.equal(got.headers['content-range'], 'bytes */4000')
      if (!('part' in rest)) return
      const [start, end] = rest.part
      t.same(got.rawPayload, bytes.subarray(start, end + 1))
      t.equal(got.headers['content-range'], `bytes ${start}-${end}/4000`)
    })
  }

  await t.test('is the newest version soon after it was issued', async (t) => {
    const next = await ground.publish({ documentId: document.documentId, bytes: 5_000 })
    t.equal(next.path, path)
    await until(async () => (await ask()).headers.etag === `"${next.sha256}"`, 'the next version')
    t.same((await ask({ 'if-none-match': etag })).rawPayload, next.bytes)
    t.equal(reads.at(-1)?.version, 2)
  })

  await t.test('is found by the addresses of the counterparty, as long as they are open', async (t) => {
    const open = async (openUntil?: Date) => {
      const { documentId } = document
      const made = await counterpartyLink(ground.pool, box, company, {
        documentId,
        ...(openUntil && { openUntil }),
      })
      if (!made.ok) throw new Error(made.reason)
      const url = addressOf(made.link, { box, siteUrl: '' })
      return (await app.inject({ url })).statusCode
    }
    t.equal(await open(), 200)
    t.equal(await open(new Date(Date.now() + 60_000)), 200)
    t.equal(await open(new Date(Date.now() - 1)), 404)
  })

  await t.test('is there no longer soon after its address was closed', async () => {
    await closeLink(ground.pool, company, document.documentId, { actor: operator })
    await until(async () => (await ask()).statusCode === 404, 'the end of it')
  })
})

t.test('an address whose document the read model does not know yet is to be tried again', async (t) => {
  const ground = await documentsGround(t)
  const { documentId, path } = await ground.publish()
  await ground.pool.query('delete from rm_documents.notes where ecmr_id = $1', [documentId])
  const answer = await ground.app.inject({ url: path })
  t.equal(answer.statusCode, 503)
  t.ok(answer.headers['retry-after'])
})

t.test('whatever is wrong gets the same answer, byte for byte', async (t) => {
  const ground = await documentsGround(t, { limits: { perLink: 600, wrong: 1_000 } })
  const [open, closed] = [await ground.publish(), await ground.publish()]
  await closeLink(ground.pool, company, closed.documentId, { actor: operator })
  const address = await ground.app.listen({ port: 0, host: '127.0.0.1' })
  const token = open.path.slice('/d/'.length)
  const last = token.at(-1) ?? ''
  // Of the four spellings of the last character one is right.
  const respelt = token.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1)
  const wrong: Record<string, readonly [path: string, method?: string]> = {
    unknown: [`/d/${randomBytes(32).toString('base64url')}`],
    closed: [closed.path],
    'spelt otherwise': [`/d/${respelt}`],
    'cut short': [open.path.slice(0, -1)],
    'with more behind it': [`${open.path}A`],
    'with a slash behind it': [`${open.path}/`],
    'with a path behind it': [`${open.path}/file.pdf`],
    'in capitals': [open.path.toUpperCase()],
    'base64 that is not base64url': [`/d/${'+'.repeat(43)}`],
    'with a bad percent sign': ['/d/100%'],
    'with a NUL': [`/d/${token}%00`],
    'a UUID': [`/d/${open.documentId}`],
    'very long': [`/d/${'A'.repeat(8_000)}`],
    'no token': ['/d/'],
    'no path': ['/'],
    'another place': ['/favicon.ico'],
    POST: [open.path, 'POST'],
    PUT: [open.path, 'PUT'],
    DELETE: [open.path, 'DELETE'],
    OPTIONS: [open.path, 'OPTIONS'],
    PROPFIND: [open.path, 'PROPFIND'],
  }
  const expected = await answerOf(address, ['/d/x'])
  t.match(expected, {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: /no hay ningún documento.*\n.*no document/,
  })
  for (const [name, request] of Object.entries(wrong))
    t.strictSame(await answerOf(address, request), expected, name)
  t.equal((await answerOf(address, [open.path])).status, 200)
  t.strictSame(
    ground.reads.map(({ document_id }) => document_id),
    [open.documentId],
    'only what was served is noted',
  )
})

async function answerOf(address: string, [path, method = 'GET']: readonly [string, string?]) {
  const body = ['GET', 'OPTIONS'].includes(method) ? null : '{"a": "body"'
  const answer = await request(address + path, {
    method: method as 'GET',
    body,
    headers: body === null ? {} : { 'content-type': 'application/json' },
  })
  return {
    status: answer.statusCode,
    headers: withoutDate(answer.headers),
    body: await answer.body.text(),
  }
}

function withoutDate({ date: _date, ...headers }: Readonly<Record<string, unknown>>) {
  return headers
}
