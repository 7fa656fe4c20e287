import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { ask } from './oauth-caller.js'

const { app } = await buildTestMcp(t)
const get = (url: string, headers = {}) => ask(app, { method: 'GET', url, headers })

t.test('the protected resource says who gives tokens for it', async (t) => {
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, headers, json } = await get(url)
    t.equal(status, 200)
    t.match(headers['content-type'], /^application\/json/)
    t.match(headers['cache-control'], /^public, max-age=\d+$/)
    t.same(json, {
      resource: 'https://ecmr.example/mcp',
      authorization_servers: ['https://ecmr.example'],
      scopes_supported: ['ecmr:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'eCMR Integration Service',
      resource_documentation: 'https://ecmr.example/conectar-ia',
    })
  }
})

t.test('the authorization server says where it does what', async (t) => {
  const { status, headers, json } = await get('/.well-known/oauth-authorization-server')
  t.equal(status, 200)
  t.match(headers['cache-control'], /^public, max-age=\d+$/)
  const methods = ['none', 'client_secret_basic', 'client_secret_post']
  t.same(json, {
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
    service_documentation: 'https://ecmr.example/conectar-ia',
    ui_locales_supported: ['es', 'en'],
  })
})

t.test('what clients look for besides is not there, so that they go on to what is', async (t) => {
  for (const url of [
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/mcp',
    '/.well-known/oauth-protected-resource/other',
    '/oauth/introspect',
    '/oauth/token/',
  ]) {
    const { status, json } = await get(url)
    t.equal(status, 404, url)
    t.match(json, { error: 'invalid_request', error_description: /nothing at this address/ }, url)
  }
  const below = await get('/mcp/.well-known/openid-configuration')
  t.equal(below.status, 404)
  t.match(below.json, { jsonrpc: '2.0', error: { code: -32_000 }, id: null })
})

t.test('an address that is known says which methods it takes', async (t) => {
  for (const url of ['/oauth/register', '/oauth/token', '/oauth/revoke'])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { status, headers, json } = await ask(app, { method, url })
      t.equal(status, 405, `${method} ${url}`)
      t.equal(headers.allow, 'OPTIONS, POST')
      t.match(json, { error: 'invalid_request', error_description: /OPTIONS, POST/ })
      t.equal(headers['cache-control'], 'no-store')
    }
  const document = await ask(app, { method: 'POST', url: '/.well-known/oauth-protected-resource' })
  t.equal(document.status, 405)
  t.equal(document.headers.allow, 'GET, HEAD, OPTIONS')
  const options = await ask(app, { method: 'OPTIONS', url: '/oauth/token' })
  t.equal(options.status, 204)
  t.equal(options.headers.allow, 'OPTIONS, POST')
})

t.test('an address that cannot be read is refused in the same form', async (t) => {
  const { status, json } = await get('/oauth/%')
  t.equal(status, 400)
  t.match(json, { error: 'invalid_request', error_description: /percent-encoding/ })
})

t.test('every answer, refusals among them, tells browsers to do nothing with it', async (t) => {
  for (const request of [
    { url: '/.well-known/oauth-protected-resource' },
    { url: '/.well-known/nothing' },
    { url: '/oauth/token' },
    { url: '/oauth/token', headers: { host: 'evil.example' } },
    { url: '/mcp', headers: { origin: 'https://evil.example' } },
  ]) {
    const { headers } = await ask(app, { method: 'GET', ...request })
    t.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'/)
    t.equal(headers['x-content-type-options'], 'nosniff')
    t.equal(headers['x-frame-options'], 'SAMEORIGIN')
    t.equal(headers['referrer-policy'], 'no-referrer')
    t.match(headers['strict-transport-security'], /max-age=31536000/)
  }
})
