import { createApiKey, logInAs } from '@ecmr/accounts'
import type { AssistantAccess } from '@ecmr/accounts/oauth'
import { buildMcp, type McpDependencies } from '@ecmr/mcp'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { buildTestMcp, operator } from '../support/mcp.js'
import { ask, post } from './oauth-caller.js'

// Who gets to which address: by host, origin, token, plan and rate. Each refusal has the form of its address.

const ALLOWED = 'https://inspector.example:8443'
const DOCUMENT = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'
const mcp = await buildTestMcp(t, () => ({ allowedOrigins: [ALLOWED] }))
const { app, pool, haulier } = mcp
const connected = await mcp.connect(haulier)
const { access_token } = connected
const authorization = `Bearer ${access_token}`
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
type Headers = Readonly<Record<string, string>>

const get = (url: string, headers: Headers = {}) => ask(app, { method: 'GET', url, headers })

/** A ping, without a token unless one is given. */
function call(headers: Headers, request: InjectOptions = {}, to = app) {
  const sent = { 'content-type': 'application/json', ...headers }
  return ask(to, { method: 'POST', url: '/mcp', payload: JSON.stringify(ping), ...request, headers: sent })
}
const withToken = (token: string) => call({ authorization: `Bearer ${token}` })

/** A service with changed dependencies. */
async function another(changed: Partial<McpDependencies>) {
  const app = await buildMcp({ ...mcp.dependencies, ...changed })
  t.teardown(() => app.close())
  return app
}

t.test('the documents say who gives tokens for what, and where', async (t) => {
  const cached = {
    status: 200,
    headers: { 'cache-control': /^public, max-age=\d+$/, 'content-type': /^application\/json/ },
  }
  for (const url of [RESOURCE, `${RESOURCE}/mcp`]) {
    const answer = await get(url)
    t.match(answer, cached)
    t.same(answer.json, {
      resource: 'https://ecmr.example/mcp',
      authorization_servers: ['https://ecmr.example'],
      scopes_supported: ['ecmr:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'eCMR Integration Service',
      resource_documentation: 'https://ecmr.example/conectar-ia',
    })
  }
  const answer = await get(DOCUMENT)
  t.match(answer, cached)
  const methods = ['none', 'client_secret_basic', 'client_secret_post']
  t.same(answer.json, {
    issuer: 'https://ecmr.example',
    authorization_endpoint: 'https://ecmr.example/oauth/authorize',
    token_endpoint: 'https://ecmr.example/oauth/token',
    registration_endpoint: 'https://ecmr.example/oauth/register',
    revocation_endpoint: 'https://ecmr.example/oauth/revoke',
    scopes_supported: ['ecmr:read'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: 'https://ecmr.example/conectar-ia',
    ui_locales_supported: ['es', 'en'],
  })
})

t.test('what is not there, or not by this method, is said in the form of the address', async (t) => {
  const oauth = (description: RegExp) => ({ error: 'invalid_request', error_description: description })
  for (const url of [
    `${DOCUMENT}/mcp`,
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/mcp',
    `${RESOURCE}/other`,
    '/oauth/introspect',
    '/oauth/token/',
  ])
    t.match(await get(url), { status: 404, json: oauth(/nothing at this address/) }, url)
  const below = await get('/mcp/.well-known/openid-configuration')
  t.match(below, { status: 404, json: { jsonrpc: '2.0', error: { code: -32_000 }, id: null } })
  t.match(await get('/oauth/%'), { status: 400, json: oauth(/percent-encoded/) })
  for (const url of ['/oauth/register', '/oauth/token', '/oauth/revoke'])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const headers = { allow: 'OPTIONS, POST', 'cache-control': 'no-store' }
      t.match(await ask(app, { method, url }), { status: 405, headers, json: oauth(/OPTIONS, POST/) }, url)
    }
  t.match(await ask(app, { method: 'POST', url: RESOURCE }), {
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
  t.match(await ask(app, { method: 'OPTIONS', url: '/oauth/token' }), {
    status: 204,
    headers: { allow: 'OPTIONS, POST' },
  })
})

t.test('every answer, refusals among them, tells browsers to do nothing with it', async (t) => {
  for (const [url, headers] of [
    [RESOURCE, {}],
    ['/.well-known/nothing', {}],
    ['/oauth/token', {}],
    ['/oauth/token', { host: 'evil.example' }],
    ['/mcp', { origin: 'https://evil.example' }],
  ] as const)
    t.match((await get(url, headers)).headers, {
      'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': /max-age=31536000/,
    })
})

t.test(
  'requests are for the name of the site, with any port; pages that rebind their name get nowhere',
  async (t) => {
    for (const host of [
      'ecmr.example',
      'ECMR.example',
      'ecmr.example:8084',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:8084',
    ]) {
      t.equal((await get(DOCUMENT, { host })).status, 200, host)
      t.equal((await call({ host, authorization })).status, 200, host)
    }
    for (const host of [
      'evil.example',
      'ecmr.example.evil.example',
      'evil.example:80',
      '10.0.0.1',
      'ecmr.example@evil.example',
      'ecmr.example:80:80',
      'ecmr.example/',
      '127.0.0.1.evil.example',
      'localhost.',
    ])
      for (const [method, url] of [
        ['GET', DOCUMENT],
        ['POST', '/oauth/register'],
        ['POST', '/oauth/token'],
        ['POST', '/oauth/revoke'],
        ['POST', '/mcp'],
        ['POST', '/%6dcp'],
        ['GET', '/oauth/nowhere'],
      ] as const) {
        const headers = {
          host,
          authorization,
          'x-forwarded-host': 'ecmr.example',
          forwarded: 'host=ecmr.example',
        }
        const { status, text } = await ask(app, { method, url, headers, remoteAddress: '127.0.0.1' })
        t.equal(status, 403, `${host} ${url}`)
        t.match(text, /Call ecmr\.example/)
      }
    const local = { method: 'GET', url: DOCUMENT, headers: { host: 'localhost' } } as const
    t.equal(
      (await ask(app, { ...local, remoteAddress: '198.51.100.7' })).status,
      403,
      'only for those on the machine',
    )
    t.equal((await get(DOCUMENT, { host: 'localhost', 'x-forwarded-for': '198.51.100.7' })).status, 403)
  },
)

t.test('web pages of other origins do not get to the MCP endpoint', async (t) => {
  for (const origin of [
    'https://ecmr.example',
    ALLOWED,
    'http://localhost:5173',
    'http://127.0.0.1',
    'https://[::1]:1',
  ]) {
    const { status, headers } = await call({ origin, authorization })
    t.equal(status, 200, origin)
    const exposed = /WWW-Authenticate, Retry-After/
    t.match(headers, {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      vary: /Origin/,
    })
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
    const answer = await call({ origin, authorization })
    t.match(
      answer,
      { status: 403, json: { jsonrpc: '2.0', error: { message: /MCP_ALLOWED_ORIGINS/ }, id: null } },
      origin,
    )
    t.notOk('access-control-allow-origin' in answer.headers, origin)
  }
  const refused = await call({ origin: ALLOWED, authorization: 'Bearer nonsense' })
  const seen = { 'access-control-allow-origin': ALLOWED, 'access-control-expose-headers': /WWW-Authenticate/ }
  t.match(refused, { status: 401, headers: seen }, 'a page sees why it is refused')
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
      const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': /Retry-After/ }
      t.match(answer, { status, headers: open }, url)
      for (const name of ['access-control-allow-credentials', 'set-cookie']) t.notOk(name in answer.headers)
    }
})

t.test('browsers get an answer to preflight requests, without a token', async (t) => {
  const preflight = (url: string, origin: string, headers: Headers = {}) =>
    ask(app, {
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST', ...headers },
    })
  const wanted = 'authorization,mcp-param-ecmr-number, mcp-protocol-version,x-evil,mcp-param-'
  for (const url of [
    '/mcp',
    '/oauth/token',
    '/oauth/register',
    DOCUMENT,
    '/.well-known/openid-configuration',
  ])
    t.match(
      await preflight(url, ALLOWED, { 'access-control-request-headers': wanted }),
      {
        status: 204,
        text: '',
        headers: {
          'access-control-allow-origin': url === '/mcp' ? ALLOWED : '*',
          'access-control-allow-methods': /GET, HEAD, POST, DELETE/,
          'access-control-allow-headers': /Authorization, Content-Type.* baggage, mcp-param-ecmr-number$/,
          'access-control-max-age': /^\d+$/,
        },
      },
      url,
    )
  t.equal((await preflight('/mcp', 'https://evil.example')).status, 403)
  t.equal((await preflight('/mcp', ALLOWED, { host: 'evil.example' })).status, 403)
})

const CHALLENGE = `Bearer resource_metadata="https://ecmr.example${RESOURCE}/mcp", scope="ecmr:read"`
const refusal = { status: 401, json: { jsonrpc: '2.0', error: { code: -32_000, message: String }, id: null } }
const missing = { ...refusal, headers: { 'www-authenticate': CHALLENGE } }
const INVALID = new RegExp(`^${CHALLENGE}, error="invalid_token", error_description="[^"]+"$`)
const unknown = { ...refusal, headers: { 'www-authenticate': INVALID } }

t.test('a good token is one in the header, and nowhere else', async (t) => {
  t.match(await withToken(access_token), { status: 200, json: { result: {} } })
  t.equal((await call({ authorization: `bearer  ${access_token}` })).status, 200)
  const query = { url: `/mcp?access_token=${access_token}` }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.match(await call({}, query), missing)
  t.match(await call({}, { payload: JSON.stringify({ ...ping, access_token }) }), missing)
  t.match(await call({ cookie: `access_token=${access_token}` }), missing)
  t.match(await call(form, { payload: `access_token=${access_token}` }), missing)
  t.match(await call({ authorization: 'Bearer ecmr_at_x' }, query), unknown)
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const)
    t.match(await call({}, { method }), missing, method)
  t.match(await call({ authorization }, { url: '/mcp/' }), { status: 200, json: { result: {} } })
  for (const url of ['/mcp/', '/%6dcp', '/mcp?x=1', '/MCP', '//mcp'])
    t.ok([401, 404].includes((await call({}, { url })).status), url)
})

t.test('what opens other doors does not open this one', async (t) => {
  const { clear: key } = await createApiKey(pool, { company_id: haulier.id, name: 'x' }, operator)
  const { token: session } = await logInAs(pool, connected.userId, {
    address: '127.0.0.1',
    userAgent: 'test',
  })
  const secret = access_token.replace('ecmr_at_', '')
  for (const other of [
    connected.refresh_token,
    key,
    session,
    secret,
    `ecmr_ac_${secret}`,
    `ecmr_rt_${secret}`,
    `${access_token}x`,
    access_token.slice(0, -1),
    access_token.toUpperCase(),
    'x'.repeat(9_000),
  ])
    t.match(await withToken(other), unknown)
  for (const other of [`Basic ${access_token}`, access_token, 'Bearer', `Bearer a ${access_token}`])
    t.match(await call({ authorization: other }), missing, other.slice(0, 10))
  t.match(await call({ 'x-api-key': key }), missing)
})

t.test('a token is for this resource, until its grant ends', async (t) => {
  const { access_token } = await mcp.connect(haulier, 'Elsewhere')
  const set = (what: string) =>
    pool.query(
      `update oauth.grants set ${what} where client_id in (select id from oauth.clients where name = 'Elsewhere')`,
    )
  for (const resource of ['https://other.example/mcp', 'https://ecmr.example', 'https://ecmr.example/api']) {
    await set(`resource = '${resource}'`)
    t.match(await withToken(access_token), unknown, resource)
  }
  await set("resource = 'https://ecmr.example/mcp'")
  t.equal((await withToken(access_token)).status, 200)
  await set("expires_at = now() - interval '1 second'")
  t.match(await withToken(access_token), unknown)
})

t.test('a company without the plan gets an error, and no client asks for consent again', async (t) => {
  const { access_token } = await mcp.connect(mcp.rival)
  const plan = (to: string) =>
    pool.query('update accounts.companies set plan = $1 where id = $2', [to, mcp.rival.id])
  await plan('free')
  const answer = await withToken(access_token)
  t.match(answer, { status: 403, json: { jsonrpc: '2.0', error: { message: /Pro or Enterprise/ } } })
  t.notOk('www-authenticate' in answer.headers)
  await plan('enterprise')
  t.equal((await withToken(access_token)).status, 200)
})

t.test('a token without the scope opens nothing', async (t) => {
  const { tokens } = mcp.dependencies
  const authenticate = async (token: string): Promise<AssistantAccess | undefined> => {
    const access = await tokens.authenticate(token)
    return access && { ...access, scopes: [] }
  }
  const narrow = await another({ tokens: { ...tokens, authenticate } })
  const challenge = /scope="ecmr:read", error="insufficient_scope"/
  t.match(await call({ authorization }, {}, narrow), {
    status: 403,
    headers: { 'www-authenticate': challenge },
  })
})

const from = (remoteAddress: string) => ({ remoteAddress })
const tooMany = { status: 429, headers: { 'retry-after': /^\d+$/ } }

t.test('grants and companies may ask so often a minute, and no other is held up by them', async (t) => {
  const limited = await another({ limits: { perGrant: 3, perCompany: 4, perAddress: 2 } })
  const bearers: string[] = []
  for (const company of [haulier, haulier, mcp.rival])
    bearers.push(`Bearer ${(await mcp.connect(company)).access_token}`)
  const [one = '', other = '', rival = ''] = bearers
  const asking = (authorization: string) => call({ authorization }, from('198.51.100.1'), limited)
  const statuses: number[] = []
  for (const each of [one, one, one, one, other, other]) statuses.push((await asking(each)).status)
  t.same(statuses, [200, 200, 200, 429, 200, 429], 'what a grant is refused uses up nothing of its company')
  const error = { code: -32_000, message: /^At most 3 requests a minute/ }
  t.match(await asking(one), { ...tooMany, json: { jsonrpc: '2.0', error, id: null } })
  t.equal((await asking(rival)).status, 200)
})

t.test('requests without a token are limited per address', async (t) => {
  const limited = await another({ limits: { perGrant: 100, perAddress: 3 } })
  for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/nowhere'])
    t.not((await post(limited, url, {})).status, 429, url)
  const json = { error: 'temporarily_unavailable', error_description: /^At most 3 requests a minute/ }
  t.match(await post(limited, '/oauth/token', {}), { ...tooMany, json })
  t.equal((await call({}, from('127.0.0.1'), limited)).status, 429, 'at the MCP endpoint as well')
  t.equal((await ask(limited, { method: 'GET', url: RESOURCE })).status, 429)
  t.equal((await call({}, from('198.51.100.2'), limited)).status, 401, 'another address')
})

t.test('bad tokens are not looked up any more when they are too many', async (t) => {
  let lookups = 0
  const authenticate = async () => {
    lookups += 1
    return undefined
  }
  const tokens = { ...mcp.dependencies.tokens, authenticate }
  const limited = await another({ tokens, limits: { perGrant: 100, perAddress: 3 } })
  const guess = async (address: string) =>
    (await call({ authorization: 'Bearer ecmr_at_x' }, from(address), limited)).status
  const answers: number[] = []
  for (let times = 0; times < 8; times++) answers.push(await guess('198.51.100.1'))
  t.same(answers, [401, 401, 401, 401, 429, 429, 429, 429])
  t.equal(lookups, 4)
  t.equal(await guess('198.51.100.2'), 401)
  for (const last of [1, 2, 3, 4]) await guess(`2001:db8::${last}`)
  t.equal(await guess('2001:db8::5'), 429, 'a network of IPv6 is one address')
})
