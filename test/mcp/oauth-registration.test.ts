import t from 'tap'
import { buildTestMcp } from '../support/mcp.js'
import { ask, register } from './oauth-caller.js'

const { app, pool } = await buildTestMcp(t)
const REDIRECT = { redirect_uris: ['https://assistant.example/callback'] }

t.test('a client gets all its registered data, and its secret once', async (t) => {
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
    contacts: ['somebody@assistant.example'],
    unheard_of: { a: 1 },
  })
  t.equal(status, 201)
  t.match(headers, { 'cache-control': 'no-store', pragma: 'no-cache' })
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
  for (const name of [
    'client_secret',
    'client_secret_expires_at',
    'client_uri',
    'application_type',
    'software_id',
  ])
    t.notOk(name in json, name)
  t.equal(json.token_endpoint_auth_method, 'none')
  t.match(json, { client_name: '127.0.0.1:6274', scope: 'ecmr:read' })
})

t.test('a client is named as people can read it', async (t) => {
  for (const [given, shown] of [
    ['  Claude\n Code ', 'Claude Code'],
    ['\u202egnp.exe\u202c \u200bbot\u0000\u001b[31m', 'gnp.exe bot[31m'],
    ['ñandú 東京', 'ñandú 東京'],
    ['x'.repeat(300), 'x'.repeat(100)],
    ['\u200b\u2066\t', 'assistant.example'],
    ['', 'assistant.example'],
    ['<b>"&', '<b>"&'],
  ] as const) {
    const { json } = await register(app, { ...REDIRECT, client_name: given, 'client_name#es': 'Otro' })
    t.equal(json.client_name, shown, JSON.stringify(given.slice(0, 20)))
  }
})

t.test('where people should not be led is left out', async (t) => {
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

t.test('what cannot work is refused with a sentence that says what', async (t) => {
  for (const [metadata, error, sentence] of [
    [{}, 'invalid_redirect_uri', /^redirect_uris must be a list of 1 to 10 addresses/],
    [{ redirect_uris: [] }, 'invalid_redirect_uri', /^redirect_uris must/],
    [{ redirect_uris: 'https://a.example' }, 'invalid_redirect_uri', /^redirect_uris must/],
    [{ redirect_uris: Array(11).fill('https://a.example/') }, 'invalid_redirect_uri', /^redirect_uris must/],
    [
      { redirect_uris: ['https://a.example/', 7] },
      'invalid_redirect_uri',
      /^redirect_uris\[1\]: It is not text/,
    ],
    [
      { redirect_uris: ['https://a.example/', 'http://a.example/'] },
      'invalid_redirect_uri',
      /^redirect_uris\[1\]: /,
    ],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata', /client_secret_post/],
    [{ token_endpoint_auth_method: 7 }, 'invalid_client_metadata', /^token_endpoint_auth_method/],
    [
      { grant_types: ['client_credentials'] },
      'invalid_client_metadata',
      /^grant_types .* authorization_code/,
    ],
    [{ grant_types: 'authorization_code' }, 'invalid_client_metadata', /^grant_types/],
    [{ response_types: ['token'] }, 'invalid_client_metadata', /^response_types .* code/],
    [{ application_type: 'mobile' }, 'invalid_client_metadata', /^application_type .* native, web/],
    [{ client_name: ['x'] }, 'invalid_client_metadata', /^client_name must be text/],
    [{ client_uri: {} }, 'invalid_client_metadata', /^client_uri must be text/],
    [{ scope: ['ecmr:read'] }, 'invalid_client_metadata', /^scope must be text/],
    [{ software_id: 1 }, 'invalid_client_metadata', /^software_id must be text/],
  ] as const) {
    const whole =
      'redirect_uris' in metadata || Object.keys(metadata).length === 0
        ? metadata
        : { ...REDIRECT, ...metadata }
    const { status, headers, json } = await register(app, whole)
    t.equal(status, 400, JSON.stringify(metadata))
    t.match(json, { error, error_description: sentence }, JSON.stringify(metadata))
    t.equal(headers['cache-control'], 'no-store')
  }
})

t.test('bodies that are no registration are refused in the same form', async (t) => {
  for (const [body, status, error] of [
    ['{"redirect_uris":', 400, 'invalid_client_metadata'],
    ['', 400, 'invalid_client_metadata'],
    ['null', 400, 'invalid_client_metadata'],
    ['[]', 400, 'invalid_client_metadata'],
    ['"text"', 400, 'invalid_client_metadata'],
    ['['.repeat(60_000), 400, 'invalid_client_metadata'],
    ['{"__proto__":{"redirect_uris":["https://a.example/"]}}', 400, 'invalid_redirect_uri'],
    ['{"constructor":{"prototype":{}}}', 400, 'invalid_redirect_uri'],
    [`{"x":"${'x'.repeat(65_536)}"}`, 413, 'invalid_request'],
  ] as const) {
    const answer = await register(app, body)
    t.equal(answer.status, status, body.slice(0, 40))
    t.match(answer.json, { error, error_description: /./ }, body.slice(0, 40))
  }
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
    const answer = await register(app, REDIRECT, { 'content-type': type })
    t.equal(answer.status, 415, type)
    t.match(answer.json, { error: 'invalid_request', error_description: /application\/json/ }, type)
  }
  const bytes = await ask(app, {
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from([0x7b, 0xff, 0x7d]),
  })
  t.equal(bytes.status, 400)
  t.match(bytes.json, { error: 'invalid_request', error_description: /UTF-8/ })
  const odd = `{"redirect_uris":["https://a.example/"],"client_name":"\\ud800","software_id":"\\u0000"}`
  t.equal((await register(app, odd)).status, 201, 'what PostgreSQL cannot hold is cleaned away')
})
