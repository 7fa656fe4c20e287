import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { addressGuard, documentFetcher } from '@ecmr/webhooks'
import t from 'tap'
import { portOf } from '../support/port-of.js'
import { selfSigned } from '../support/self-signed.js'

const tls = selfSigned()
const asked: IncomingMessage[] = []

/** Does as the path says. */
const acts: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/good': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' })
      .end('{"a":"é"}'),
  '/moved': (response) => response.writeHead(302, { location: '/good' }).end('{}'),
  '/hangs': () => undefined,
  '/hangs-in-its-body': (response) => response.writeHead(200).write('{'),
  '/10-KB': (response) => response.end('x'.repeat(10_240)),
  '/more': (response) => response.end('x'.repeat(10_241)),
  '/10-MB': (response) => response.end('x'.repeat(10_000_000)),
  '/huge-headers': (response) => response.writeHead(200, { 'x-a': 'x'.repeat(10_000_000) }).end('{}'),
  '/breaks-off': (response) => response.destroy(),
}
const server = createServer(tls, (request, response) => {
  asked.push(request)
  acts[request.url ?? '']?.(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
const site = `https://localhost:${portOf(server)}`
const loopback = addressGuard(['127.0.0.0/8', '::1/128'])
const fetched = documentFetcher({ guard: loopback, ca: tls.cert })
const tooLarge = { kind: 'failed', reason: 'too_large' }
const unreachable = { kind: 'failed', reason: 'unreachable' }

t.test('a document is fetched with what its headers say, and nothing of ours is sent', async (t) => {
  t.strictSame(await fetched(`${site}/good`), {
    kind: 'answered',
    status: 200,
    contentType: 'application/json',
    cacheControl: 'max-age=60',
    body: '{"a":"é"}',
  })
  const [request] = asked
  t.equal(request?.method, 'GET')
  const sent = new Set(['accept', 'accept-encoding', 'connection', 'host'])
  t.same(new Set(Object.keys(request?.headers ?? {})), sent)
})

t.test('redirects are not followed', async (t) => {
  const before = asked.length
  t.match(await fetched(`${site}/moved`), { kind: 'answered', status: 302, body: '' })
  t.equal(asked.length, before + 1)
})

t.test('size and time are bounded', async (t) => {
  t.match(await fetched(`${site}/10-KB`), { kind: 'answered', status: 200 })
  t.strictSame(await fetched(`${site}/more`), tooLarge)
  t.strictSame(await fetched(`${site}/10-MB`), tooLarge)
  t.match(await fetched(`${site}/huge-headers`), { kind: 'failed' })
  t.strictSame(await fetched(`${site}/breaks-off`), unreachable)
  const hurried = documentFetcher({ guard: loopback, ca: tls.cert, totalMs: 300 })
  for (const path of ['/hangs', '/hangs-in-its-body'])
    t.strictSame(await hurried(site + path), { kind: 'failed', reason: 'timeout' }, path)
})

t.test(
  'a private address, a name of one and a certificate without an authority are not told apart',
  async (t) => {
    const before = asked.length
    const guarded = documentFetcher({
      guard: addressGuard([]),
      ca: tls.cert,
      resolve: async () => ['10.0.0.1'],
    })
    for (const url of [
      `${site}/good`,
      `https://127.0.0.1:${portOf(server)}/good`,
      `https://[::1]:${portOf(server)}/good`,
      'https://169.254.169.254/latest/meta-data',
      'https://inside.example/good',
    ])
      t.strictSame(await guarded(url), unreachable, url)
    t.strictSame(await documentFetcher({ guard: loopback })(`${site}/good`), unreachable)
    t.equal(asked.length, before)
  },
)
