import { once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { portOf } from '../support/port-of.js'
import { ask, register } from './oauth-caller.js'

// Registration is public. Which addresses can be registered is tested in accounts/oauth-redirect-uris.

const { app, pool } = await buildTestMcp(t)
const REDIRECT = { redirect_uris: ['https://assistant.example/callback'] }
const clients = async (): Promise<number> =>
  (await pool.query('select count(*)::int as n from oauth.clients')).rows[0].n

t.test('what cannot work is refused with a sentence that says what', async (t) => {
  const ADDRESS = 'invalid_redirect_uri'
  const METADATA = 'invalid_client_metadata'
  const LIST = /^redirect_uris must be a list of 1 to 10 addresses/
  const type = { 'content-type': 'application/json' }
  const raw = {
    method: 'POST',
    url: '/oauth/register',
    headers: type,
    payload: Buffer.from([0x7b, 0xff, 0x7d]),
  } as const
  t.match(await ask(app, raw), {
    status: 400,
    json: { error: 'invalid_request', error_description: /UTF-8/ },
  })
  for (const [body, error, sentence, status = 400] of [
    [{}, ADDRESS, LIST],
    [{ redirect_uris: [] }, ADDRESS, LIST],
    [{ redirect_uris: 'https://a.example' }, ADDRESS, LIST],
    [{ redirect_uris: Array(11).fill('https://a.example/') }, ADDRESS, LIST],
    [{ redirect_uris: ['https://a.example/', 7] }, ADDRESS, /^redirect_uris\[1\]: It is not text/],
    [{ redirect_uris: ['https://a.example/', 'http://a.example/'] }, ADDRESS, /^redirect_uris\[1\]: ./],
    [{ redirect_uris: ['https://assistant.example@evil.example/'] }, ADDRESS, /^redirect_uris\[0\]: ./],
    [{ redirect_uris: ['javascript:alert(1)'] }, ADDRESS, /^redirect_uris\[0\]: ./],
    [{ ...REDIRECT, token_endpoint_auth_method: 'private_key_jwt' }, METADATA, /client_secret_post/],
    [{ ...REDIRECT, token_endpoint_auth_method: 7 }, METADATA, /^token_endpoint_auth_method/],
    [{ ...REDIRECT, grant_types: ['client_credentials'] }, METADATA, /^grant_types .* authorization_code/],
    [{ ...REDIRECT, grant_types: 'authorization_code' }, METADATA, /^grant_types/],
    [{ ...REDIRECT, response_types: ['token'] }, METADATA, /^response_types .* code/],
    [{ ...REDIRECT, application_type: 'mobile' }, METADATA, /^application_type .* native, web/],
    [{ ...REDIRECT, client_name: ['x'] }, METADATA, /^client_name must be text/],
    [{ ...REDIRECT, client_uri: {} }, METADATA, /^client_uri must be text/],
    [{ ...REDIRECT, scope: ['ecmr:read'] }, METADATA, /^scope must be text/],
    [{ ...REDIRECT, software_id: 1 }, METADATA, /^software_id must be text/],
    ['{"redirect_uris":', METADATA, /./],
    ['', METADATA, /./],
    ['null', METADATA, /./],
    ['[]', METADATA, /./],
    ['"text"', METADATA, /./],
    ['['.repeat(60_000), METADATA, /./],
    ['{"__proto__":{"redirect_uris":["https://a.example/"]}}', ADDRESS, /./],
    ['{"constructor":{"prototype":{}}}', ADDRESS, /./],
    [`{"x":"${'x'.repeat(65_536)}"}`, 'invalid_request', /./, 413],
  ] as const) {
    const answer = await register(app, body)
    const what = JSON.stringify(body).slice(0, 80)
    t.match(
      answer,
      { status, json: { error, error_description: sentence }, headers: { 'cache-control': 'no-store' } },
      what,
    )
  }
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
    const json = { error: 'invalid_request', error_description: /application\/json/ }
    t.match(await register(app, REDIRECT, { 'content-type': type }), { status: 415, json }, type)
  }
  t.equal(await clients(), 0)
})

t.test('a client gets all its registered data, and its secret once; it chooses neither', async (t) => {
  const before = Math.floor(Date.now() / 1_000)
  const { status, headers, json } = await register(app, {
    ...REDIRECT,
    client_name: 'Asistente de ruta',
    client_uri: 'https://assistant.example/about',
    application_type: 'web',
    software_id: 'assistant',
    software_version: '1.2',
    scope: 'ecmr:read ecmr:write',
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token'],
    logo_uri: 'http://127.0.0.1:9/logo.png',
    unheard_of: { a: 1 },
    client_id: 'chosen',
    client_secret: 'chosen',
  })
  t.match({ status, headers }, { status: 201, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } })
  const { client_id, client_id_issued_at, client_secret, ...rest } = json
  t.match(client_id, /^[\da-f-]{36}$/)
  t.ok(Number(client_id_issued_at) >= before)
  t.match(client_secret, /^ecmr_cs_[\w-]{43}$/)
  t.same(rest, {
    ...REDIRECT,
    client_secret_expires_at: 0,
    client_name: 'Asistente de ruta',
    client_uri: 'https://assistant.example/about',
    application_type: 'web',
    software_id: 'assistant',
    software_version: '1.2',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'ecmr:read',
  })
  const { rows } = await pool.query('select to_jsonb(c)::text as stored from oauth.clients c')
  t.notMatch(rows[0].stored, String(client_secret))
})

t.test('a public client gets no secret; what it does not say has a default', async (t) => {
  const { status, json } = await register(app, {
    redirect_uris: ['http://127.0.0.1:6274/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    token_endpoint_auth_method: 'none',
    client_uri: null,
    scope: '',
  })
  t.equal(status, 201)
  const absent = [
    'client_secret',
    'client_secret_expires_at',
    'client_uri',
    'application_type',
    'software_id',
  ]
  for (const name of absent) t.notOk(name in json, name)
  t.match(json, { client_name: '127.0.0.1:6274', scope: 'ecmr:read', token_endpoint_auth_method: 'none' })
})

t.test('a client is named as people can read it, and leads nowhere that they should not go', async (t) => {
  for (const [given, shown] of [
    ['  Claude\n Code ', 'Claude Code'],
    ['Claude\n\n\n\nVerified by eCMR', 'Claude Verified by eCMR'],
    ['eCMR\u200b Integration\u2060 Service', 'eCMR Integration Service'],
    ['\u202egnp.exe\u202c \u200bbot\u0000\u001b[31m', 'gnp.exe bot[31m'],
    ['\ud800', 'assistant.example'],
    ['ñandú 東京', 'ñandú 東京'],
    ['x'.repeat(300), 'x'.repeat(100)],
    ['\u200b\u2066\t', 'assistant.example'],
    ['', 'assistant.example'],
    ['<b>"&', '<b>"&'],
  ] as const) {
    const { json } = await register(app, { ...REDIRECT, client_name: given, 'client_name#es': 'Otro' })
    t.equal(json.client_name, shown, JSON.stringify(given.slice(0, 20)))
  }
  for (const client_uri of [
    'http://localhost:5173',
    'javascript:alert(1)',
    'https://a:b@x.example',
    'about',
    `https://a.example/${'x'.repeat(2_000)}`,
    '',
  ])
    t.equal('client_uri' in (await register(app, { ...REDIRECT, client_uri })).json, false, client_uri)
})

t.test('nothing that a client names is fetched', async (t) => {
  let visits = 0
  const trap = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => trap.close())
  const url = `http://127.0.0.1:${portOf(trap)}/x`
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

t.test('a network may register so many clients an hour, others go on', async (t) => {
  const from = (remoteAddress: string) =>
    ask(app, {
      method: 'POST',
      url: '/oauth/register',
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(REDIRECT),
    })
  await pool.query(`
    insert into oauth.clients (id, name, redirect_uris, auth_method, network, created_at)
    select gen_random_uuid(), 'x', '{}', 'none', network, now() - interval '30 minutes'
    from oauth.clients, generate_series(1, 300) limit 300`)
  const before = await clients()
  t.match(await from('127.0.0.1'), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
    json: { error: 'temporarily_unavailable', error_description: /from this network; try again in \d+ s/ },
  })
  t.equal(await clients(), before)
  t.equal((await from('198.51.100.9')).status, 201)
})
