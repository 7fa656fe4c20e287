import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { buildTestApi, type TestApi } from '../support/api.js'

interface SharedPort {
  readonly api: TestApi
  readonly url: string
  /** what comes back for these bytes until the connection is closed */
  say(text: string): Promise<string>
}

/** An api that shares its port with a handler for all other paths, and with others that take these paths first. */
async function sharedPort(
  t: Test,
  answer: RequestListener,
  another: { readonly paths: readonly string[]; readonly answer: RequestListener }[] = [],
): Promise<SharedPort> {
  const api = await buildTestApi(t, () => ({ mounts: [...another, { answer }] }))
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    api,
    url,
    async say(text) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.setEncoding('utf8').write(text)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      await once(socket, 'close')
      return answer
    },
  }
}

const mount: RequestListener = (request, response) => {
  response.end(`the mount answers ${request.method} ${request.url}`)
}

t.test(
  'what belongs to the interface is answered by it, however its address is written; the rest by the mount',
  async (t) => {
    const { say } = await sharedPort(t, mount)
    const ask = (target: string): Promise<string> =>
      say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const api = /application\/(problem\+)?json/
    for (const target of ['/api/health', '/api', '/api?x', '/api/nowhere', '/livez', '/readyz?verbose'])
      t.match(await ask(target), api, target)
    for (const target of ['/%61pi/health', 'http://x/api/health', 'HTTPS://x:8080/livez'])
      t.match(await ask(target), /^HTTP\/1\.1 200 [\s\S]*application\/json/, target)
    for (const target of [
      '/',
      '/apiary',
      '//api',
      '/entrar?siguiente=/api',
      '/API',
      '/api%2Fhealth',
      '/%',
      'http://x/',
      '*',
    ])
      t.match(await ask(target), 'the mount answers', target)
  },
)

t.test('a mount may have its own paths, with everything below them', async (t) => {
  const other: RequestListener = (_request, response) => void response.end('another answers')
  const { say } = await sharedPort(t, mount, [{ paths: ['/api', '/mcp', '/oauth/token'], answer: other }])
  const ask = (target: string): Promise<string> =>
    say(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  for (const target of [
    '/mcp',
    '/mcp/',
    '/mcp?x',
    '/mc%70/x',
    '/oauth/token',
    '/%6Fauth/token?x',
    'http://x/mcp',
  ])
    t.match(await ask(target), 'another answers', target)
  for (const target of ['/', '/mcpx', '//mcp', '/oauth', '/oauth/tokens', '/oauth%2Ftoken', '/MCP', '*'])
    t.match(await ask(target), 'the mount answers', target)
  t.match(await ask('/api/health'), 'application/json', 'what is ours stays ours')
})

t.test('timeouts are those of a server of its own', async (t) => {
  const alone = await buildTestApi(t)
  const { api } = await sharedPort(t, mount)
  for (const timeout of ['keepAliveTimeout', 'requestTimeout', 'headersTimeout', 'timeout'] as const)
    t.equal(api.app.server[timeout], alone.app.server[timeout], timeout)
  t.equal(api.app.server.requestTimeout, 120_000)
  t.ok(api.app.server.keepAliveTimeout > 60_000, 'longer than the proxy keeps its connections')
})

t.test('what is no HTTP, and what HTTP has for tunnels, is treated as without a mount', async (t) => {
  const { say } = await sharedPort(t, mount)
  t.match(await say('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 .*"code":"malformed_request"/s)
  t.match(
    await say(`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(100_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 /,
  )
  t.equal(await say('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'), '')
  const upgrade = 'Connection: close, upgrade\r\nUpgrade: websocket\r\n\r\n'
  t.match(await say(`GET / HTTP/1.1\r\nHost: x\r\n${upgrade}`), /^HTTP\/1\.1 200 .*the mount answers GET/s)
  t.match(await say(`GET /livez HTTP/1.1\r\nHost: x\r\n${upgrade}`), /^HTTP\/1\.1 200 .*"ok"/s)
  const head = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  t.match(await say(`HEAD /livez ${head}`), /^HTTP\/1\.1 200 [\s\S]+\r\n\r\n$/)
  t.match(await say(`HEAD / ${head}`), /^HTTP\/1\.1 200 [\s\S]+\r\n\r\n$/)
})

t.test('closing waits for requests of a mount, not for idle connections', { timeout: 120_000 }, async (t) => {
  let arrived = (): void => undefined
  const atWork = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let goOn = (): void => undefined
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { api, url } = await sharedPort(t, async (request, response) => {
    if (request.url === '/slow') {
      arrived()
      await mayGoOn
    }
    response.end('done')
  })
  t.equal(await (await fetch(`${url}/quick`)).text(), 'done')
  const slow = fetch(`${url}/slow`)
  await atWork
  const closed = api.app.close()
  await t.rejects(fetch(`${url}/quick`, { headers: { connection: 'close' } }), 'new connections are rejected')
  goOn()
  t.equal(await (await slow).text(), 'done')
  // Its connection is kept for 72 s unless the server ends it.
  await closed
})
