import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { ask } from './oauth-caller.js'

const ALLOWED = 'https://inspector.example:8443'
const mcp = await buildTestMcp(t, () => ({ allowedOrigins: [ALLOWED] }))
const { app } = mcp
const { access_token } = await mcp.connect(mcp.haulier)
const DOCUMENT = '/.well-known/oauth-authorization-server'
const authorization = `Bearer ${access_token}`
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const call = (headers: Readonly<Record<string, string>>) =>
  ask(app, {
    method: 'POST',
    url: '/mcp',
    payload: ping,
    headers: { authorization, 'content-type': 'application/json', ...headers },
  })

t.test('requests are for the name of the site, with any port', async (t) => {
  for (const host of [
    'ecmr.example',
    'ECMR.example',
    'ecmr.example:8084',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:8084',
  ]) {
    t.equal((await ask(app, { method: 'GET', url: DOCUMENT, headers: { host } })).status, 200, host)
    t.equal((await call({ host })).status, 200, host)
  }
  const evil = [
    'evil.example',
    'ecmr.example.evil.example',
    'evil.example:80',
    '10.0.0.1',
    'ecmr.example@evil.example',
  ]
  for (const host of [...evil, 'ecmr.example:80:80', 'ecmr.example/', '127.0.0.1.evil.example', 'localhost.'])
    for (const [method, url] of [
      ['GET', DOCUMENT],
      ['POST', '/oauth/register'],
      ['POST', '/oauth/token'],
      ['POST', '/mcp'],
      ['POST', '/%6dcp'],
      ['GET', '/oauth/nowhere'],
    ] as const) {
      const { status, json } = await ask(app, { method, url, headers: { host, authorization } })
      t.equal(status, 403, `${host} ${url}`)
      t.match(JSON.stringify(json), /Call ecmr\.example/)
    }
})

t.test('the names of the machine itself are for those on it, or near it', async (t) => {
  for (const options of [
    { remoteAddress: '198.51.100.7' },
    { headers: { host: 'localhost', 'x-forwarded-for': '198.51.100.7' } },
  ]) {
    const request = { method: 'GET', url: DOCUMENT, headers: { host: 'localhost' }, ...options } as const
    t.equal((await ask(app, request)).status, 403)
  }
  const passedOn = { host: 'evil.example', 'x-forwarded-host': 'ecmr.example' }
  t.equal((await call(passedOn)).status, 403, 'what a page can set itself proves nothing')
})

t.test('web pages of other origins do not get to the MCP endpoint', async (t) => {
  for (const origin of [
    'https://ecmr.example',
    ALLOWED,
    'http://localhost:5173',
    'http://127.0.0.1',
    'https://[::1]:1',
  ]) {
    const { status, headers } = await call({ origin })
    t.equal(status, 200, origin)
    t.equal(headers['access-control-allow-origin'], origin)
    t.match(headers.vary, /Origin/)
    t.match(headers['access-control-expose-headers'], /WWW-Authenticate, Retry-After/)
    t.notOk('access-control-allow-credentials' in headers)
  }
  for (const origin of [
    'https://evil.example',
    'null',
    'http://ecmr.example',
    'https://ecmr.example.evil.example',
    'https://inspector.example',
    'https://localhost.evil.example',
    'http://localhost@evil.example',
    'https://ecmr.example, https://evil.example',
    'file://localhost',
    'HTTPS://ECMR.EXAMPLE',
  ]) {
    const { status, headers, json } = await call({ origin })
    t.equal(status, 403, origin)
    t.match(json, { jsonrpc: '2.0', error: { message: /MCP_ALLOWED_ORIGINS/ }, id: null }, origin)
    t.notOk('access-control-allow-origin' in headers, origin)
  }
  t.equal((await call({})).status, 200, 'programs that are no pages send none')
})

t.test('registration, tokens and documents are for any page', async (t) => {
  for (const [method, url, status] of [
    ['GET', DOCUMENT, 200],
    ['GET', '/.well-known/openid-configuration', 404],
    ['POST', '/oauth/token', 400],
    ['POST', '/oauth/revoke', 400],
    ['POST', '/oauth/register', 400],
  ] as const)
    for (const headers of [{ origin: 'https://any.example' }, { origin: 'null' }, {}]) {
      const answer = await ask(app, { method, url, headers })
      t.equal(answer.status, status, url)
      t.equal(answer.headers['access-control-allow-origin'], '*')
      t.match(answer.headers['access-control-expose-headers'], /Retry-After/)
      t.notOk('access-control-allow-credentials' in answer.headers)
      t.notOk('set-cookie' in answer.headers)
    }
})

t.test('browsers get an answer to preflight requests, without a token', async (t) => {
  const preflight = (url: string, origin: string, headers = '') =>
    ask(app, {
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
    })
  const wanted = 'authorization,mcp-param-ecmr-number, mcp-protocol-version,x-evil,mcp-param-'
  for (const url of [
    '/mcp',
    '/oauth/token',
    '/oauth/register',
    DOCUMENT,
    '/.well-known/openid-configuration',
  ]) {
    const { status, headers, text } = await preflight(url, ALLOWED, wanted)
    t.same([status, text], [204, ''], url)
    t.equal(headers['access-control-allow-origin'], url === '/mcp' ? ALLOWED : '*')
    t.match(headers['access-control-allow-methods'], /GET, HEAD, POST, DELETE/)
    t.match(
      headers['access-control-allow-headers'],
      /Authorization, Content-Type.* baggage, mcp-param-ecmr-number$/,
    )
    t.match(headers['access-control-max-age'], /^\d+$/)
  }
  t.equal((await preflight('/mcp', 'https://evil.example')).status, 403)
  const asked = { origin: ALLOWED, host: 'evil.example', 'access-control-request-method': 'POST' }
  t.equal((await ask(app, { method: 'OPTIONS', url: '/mcp', headers: asked })).status, 403)
})

t.test('a page sees why it is refused', async (t) => {
  const { status, headers } = await call({ origin: ALLOWED, authorization: 'Bearer nonsense' })
  t.equal(status, 401)
  t.equal(headers['access-control-allow-origin'], ALLOWED)
  t.match(headers['access-control-expose-headers'], /WWW-Authenticate/)
})
