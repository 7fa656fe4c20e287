import { once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { ask, register } from './oauth-caller.js'

// Attacks by registering a client; registration is public.

const { app, pool } = await buildTestMcp(t)

t.test('redirect tricks: what could send a code elsewhere is not registered', async (t) => {
  for (const uri of [
    'http://assistant.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost@evil.example/callback',
    'https://assistant.example@evil.example/callback',
    'https://user:password@assistant.example/callback',
    'https://assistant.example/callback#fragment',
    'https://*.assistant.example/callback',
    'https://assistant.example/a/../callback',
    'https://assistant.example\\@evil.example/callback',
    'https://assistant.example/call back',
    'https://assistant.example/\u0000',
    'https:assistant.example/callback',
    '//assistant.example/callback',
    '/callback',
    'callback',
    '',
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://assistant.example/x',
    'ftp://assistant.example/',
    'about:blank',
    'intent://x#Intent;end',
    'other:callback',
  ]) {
    const good = 'https://assistant.example/callback'
    const { status, json } = await register(app, { redirect_uris: [good, uri] })
    t.equal(status, 400, encodeURI(uri))
    t.match(
      json,
      { error: 'invalid_redirect_uri', error_description: /^redirect_uris\[1\]: ./ },
      encodeURI(uri),
    )
  }
  t.equal((await pool.query('select count(*)::int as n from oauth.clients')).rows[0].n, 0)
})

t.test('a client name that imitates ours, or turns what is read around, is shown as it is', async (t) => {
  for (const [given, shown] of [
    ['eCMR\u200b Integration\u2060 Service', 'eCMR Integration Service'],
    ['\u202eecivreS', 'ecivreS'],
    ['Claude\n\n\n\nVerified by eCMR', 'Claude Verified by eCMR'],
  ] as const) {
    const { json } = await register(app, {
      redirect_uris: ['https://evil.example/'],
      client_name: given,
      client_id: 'chosen',
      client_secret: 'chosen',
      verified: true,
    })
    t.equal(json.client_name, shown)
    t.not(json.client_id, 'chosen')
    t.not(json.client_secret, 'chosen')
  }
})

t.test('nothing that a client names is fetched', async (t) => {
  let visits = 0
  const trap = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => trap.close())
  const address = trap.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x`
  const named = [
    'client_uri',
    'logo_uri',
    'jwks_uri',
    'policy_uri',
    'tos_uri',
    'sector_identifier_uri',
    'request_uris',
  ]
  const metadata = Object.fromEntries(named.map((name) => [name, url]))
  const { status, json } = await register(app, { ...metadata, redirect_uris: [url] })
  t.equal(status, 201)
  for (const name of named) t.notOk(name in json, name)
  t.equal(visits, 0)
})

t.test('registration floods: a network may register so many an hour, others go on', async (t) => {
  const flood = (remoteAddress: string) =>
    ask(app, {
      method: 'POST',
      url: '/oauth/register',
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload: '{"redirect_uris":["https://evil.example/"]}',
    })
  await pool.query(`
    insert into oauth.clients (id, name, redirect_uris, auth_method, network, created_at)
    select gen_random_uuid(), 'x', '{}', 'none', network, now() - interval '30 minutes'
    from oauth.clients, generate_series(1, 300) limit 300`)
  const before = (await pool.query('select count(*)::int as n from oauth.clients')).rows[0].n
  const answers = await Promise.all(Array.from({ length: 20 }, () => flood('127.0.0.1')))
  for (const { status, headers, json } of answers) {
    t.equal(status, 429)
    t.match(headers['retry-after'], /^\d+$/)
    t.match(json, {
      error: 'temporarily_unavailable',
      error_description: /from this network; try again in \d+ s/,
    })
  }
  t.equal((await pool.query('select count(*)::int as n from oauth.clients')).rows[0].n, before)
  t.equal((await flood('198.51.100.9')).status, 201)
})

t.test('DNS rebinding: a page that has made its name mean this machine gets nowhere', async (t) => {
  for (const url of ['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke'])
    for (const headers of [
      { host: 'rebound.example', origin: 'http://rebound.example' },
      { host: 'rebound.example:8084', 'x-forwarded-host': 'ecmr.example', forwarded: 'host=ecmr.example' },
    ]) {
      const { status } = await ask(app, { method: 'POST', url, headers, remoteAddress: '127.0.0.1' })
      t.equal(status, 403, url)
    }
})
