import { createApiKey } from '@ecmr/accounts'
import { storeDocumentClient } from '@ecmr/accounts/oauth'
import { buildMcp } from '@ecmr/mcp'
import { pino } from 'pino'
import t from 'tap'
import { buildTestMcp, CALLBACK, operator, registeredClient } from '../support/mcp.js'
import { agree, ask, basic, FORM, post, redeeming, register, signedInAt } from './oauth-caller.js'

// What codes and tokens are worth, and to whom, is tested in accounts/oauth-tokens; here is how clients ask and what they are answered.

const mcp = await buildTestMcp(t)
const { app, pool } = mcp
const lucia = await signedInAt(mcp, mcp.haulier)
const client = await registeredClient(pool, 'Assistant')
type Sent = Parameters<typeof post>[2]
const token = (fields: Sent, headers = {}) => post(app, '/oauth/token', fields, headers)
const revoke = (fields: Sent, headers = {}) => post(app, '/oauth/revoke', fields, headers)
const consented = async (by: { readonly id: string } = client) => redeeming(await agree(mcp, lucia, by))
const connected = async () => (await token(await consented())).json
const refreshing = (refresh_token: unknown, client_id = client.id) => ({
  grant_type: 'refresh_token',
  client_id,
  refresh_token: String(refresh_token),
})
const worksWith = async (access_token: unknown): Promise<boolean> =>
  (await mcp.dependencies.tokens.authenticate(String(access_token))) !== undefined
const refused = (error: string, error_description: string | RegExp = /./, status = 400) => ({
  status,
  json: { error, error_description },
  headers: { 'cache-control': 'no-store' },
})
const badGrant = refused('invalid_grant')
const badClient = refused('invalid_client', /./, 401)

/** A client with a secret, by the way in which it sends that. */
async function withSecret(method: 'client_secret_basic' | 'client_secret_post') {
  const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: method }
  const { client_id, client_secret } = (await register(app, metadata)).json
  return { id: String(client_id), secret: String(client_secret) }
}

t.test('a client that publishes a document sends its address for a client_id', async (t) => {
  const client_id = 'https://assistant.example/client.json'
  const said = { name: 'Assistant', redirect_uris: [CALLBACK], auth_method: 'none' } as const
  const none = { application_type: null, client_uri: null, software_id: null, software_version: null }
  const stored = await storeDocumentClient(pool, client_id, { ...said, ...none })
  const first = await token({ ...(await consented(stored)), client_id })
  t.equal(first.status, 200)
  const next = await token(refreshing(first.json.refresh_token, client_id))
  t.equal(next.status, 200)
  for (const other of [
    'https://assistant.example/Client.json',
    'https://other.example/client.json',
    stored.name,
  ])
    t.match(await token(refreshing(next.json.refresh_token, other)), badClient, other)
  const secret = { ...refreshing(next.json.refresh_token, client_id), client_secret: 'x' }
  t.match(await token(secret), badClient, 'it has no secret')
  t.match(await revoke({ client_id, token: String(next.json.refresh_token) }), { status: 200 })
  t.notOk(await worksWith(next.json.access_token))
})

t.test('a code is exchanged for tokens, a refresh token for new ones', async (t) => {
  const first = await token(await consented())
  const headers = { 'cache-control': 'no-store', pragma: 'no-cache', 'content-type': /application\/json/ }
  t.match(first, { status: 200, headers })
  t.equal(Object.keys(first.json).length, 5)
  t.match(first.json, {
    access_token: /^ecmr_at_[\w-]{43}$/,
    refresh_token: /^ecmr_rt_[\w-]{43}$/,
    expires_in: 3_600,
    token_type: 'Bearer',
    scope: 'ecmr:read',
  })
  t.ok(await worksWith(first.json.access_token))
  const wanted = { scope: 'ecmr:read offline_access', resource: 'https://ecmr.example/mcp' }
  const next = await token({ ...refreshing(first.json.refresh_token), ...wanted })
  t.equal(next.status, 200)
  t.ok(await worksWith(next.json.access_token))
  t.not(next.json.refresh_token, first.json.refresh_token)
})

t.test('a code or refresh token that comes again ends all that it yielded, and leaves a trace', async (t) => {
  const byCode = await consented()
  const first = (await token(byCode)).json
  const former = await connected()
  const second = (await token(refreshing(former.refresh_token))).json
  await pool.query("update oauth.refresh_tokens set used_at = used_at - interval '61 seconds'")
  t.match(await token(byCode), badGrant)
  t.match(await token(refreshing(former.refresh_token)), badGrant)
  for (const { access_token, refresh_token } of [first, second]) {
    t.notOk(await worksWith(access_token))
    t.match(await token(refreshing(refresh_token)), badGrant)
  }
  const { rows } = await pool.query('select type from accounts.audit_outbox where company_id = $1', [
    mcp.haulier.id,
  ])
  const types = rows.map(({ type }) => type)
  for (const type of ['AssistantTokenReused', 'AssistantDisconnected']) t.ok(types.includes(type))
})

t.test('tokens are for this MCP endpoint only', async (t) => {
  const target = refused('invalid_target', /MCP endpoint of this site/)
  const fields = await consented()
  const foreign = [
    'https://evil.example/mcp',
    'https://ecmr.example/api',
    'https://ecmr.example.evil.example/mcp',
  ]
  for (const resource of foreign) t.match(await token({ ...fields, resource }), target, resource)
  const { json } = await token({ ...fields, resource: 'https://ecmr.example/mcp/' })
  const again = refreshing(json.refresh_token)
  for (const resource of foreign) t.match(await token({ ...again, resource }), target, resource)
  t.equal((await token({ ...again, resource: 'https://ecmr.example' })).status, 200)
})

t.test('a token of another kind is none, and nothing is used up by trying', async (t) => {
  const key = await createApiKey(
    pool,
    { company_id: mcp.haulier.id, name: 'x', scopes: ['ecmrs:read'] },
    operator,
  )
  const fields = await consented()
  const { access_token, refresh_token } = await connected()
  for (const other of [access_token, fields.code, key.clear])
    t.match(await token(refreshing(other)), badGrant)
  for (const other of [access_token, refresh_token, key.clear])
    t.match(await token({ ...fields, code: String(other) }), badGrant)
  const { authorization } = basic(client.id, String(access_token))
  for (const sent of [refresh_token, fields.code, key.clear]
    .map((other) => `Bearer ${other}`)
    .concat(authorization))
    t.equal((await ask(app, { method: 'POST', url: '/mcp', headers: { authorization: sent } })).status, 401)
  t.equal((await token(fields)).status, 200)
  t.equal((await token(refreshing(refresh_token))).status, 200)
})

t.test('what is missing, empty or there twice is named', async (t) => {
  const whole = redeeming({ client_id: client.id, code: 'x', code_verifier: 'x', redirect_uri: CALLBACK })
  const twice = (name: string, value: string): [string, string][] => [...Object.entries(whole), [name, value]]
  for (const name of ['grant_type', 'client_id', 'code', 'code_verifier']) {
    for (const fields of [Object.entries(whole).filter(([each]) => each !== name), { ...whole, [name]: '' }])
      t.match(await token(fields), refused('invalid_request', `${name} is missing.`))
    t.match(
      await token(twice(name, 'y')),
      refused('invalid_request', `${name} stands in the request more than once.`),
    )
  }
  const resource = 'https://ecmr.example'
  for (const [answer, description] of [
    [await token({ grant_type: 'refresh_token', client_id: client.id }), 'refresh_token is missing.'],
    [await token([...twice('resource', resource), ['resource', resource]]), /^resource stands/],
    [await revoke({ client_id: client.id }), 'token is missing.'],
    [await revoke({ token: 'x' }), 'client_id is missing.'],
  ] as const)
    t.match(answer, refused('invalid_request', description))
  for (const grant_type of [
    'password',
    'client_credentials',
    'constructor',
    '__proto__',
    'authorization_code ',
  ])
    t.match(
      await token({ grant_type, client_id: client.id }),
      refused('unsupported_grant_type', /authorization_code, refresh_token/),
    )
})

t.test('parameters in the address are never read', async (t) => {
  const fields = await consented()
  const { code, ...rest } = fields
  t.match(
    await post(app, `/oauth/token?${new URLSearchParams(fields)}`, {}),
    refused('invalid_request', 'grant_type is missing.'),
  )
  t.match(await post(app, `/oauth/token?code=${code}`, rest), refused('invalid_request', 'code is missing.'))
  t.equal((await token(fields)).status, 200, 'the code is still good')
})

t.test('bodies that are no form are refused with what to send', async (t) => {
  const utf8 = `${FORM}; charset=UTF-8`
  for (const url of ['/oauth/token', '/oauth/revoke'])
    for (const [type, payload, status, description] of [
      ['application/json', '{}', 415, `Send the body as ${FORM}.`],
      ['multipart/form-data; boundary=x', '{}', 415, `Send the body as ${FORM}.`],
      ['nonsense', '{}', 415, `Send the body as ${FORM}.`],
      [utf8, '', 400, /is missing/],
      [utf8, `x=${'x'.repeat(65_536)}`, 413, /65536 bytes/],
      [utf8, Buffer.from([0x61, 0x3d, 0xff]), 400, /UTF-8/],
      [utf8, 'grant_type=refresh_token&token=x&client_id=%00', 400, /^client_id holds/],
      [utf8, 'grant_type=refresh_token&token=x&client_id=%ff', 400, /^client_id holds/],
      [utf8, 'grant_type=refresh_token&token=x&client_id=a%0ab', 400, /^client_id holds/],
    ] as const) {
      const headers = { 'content-type': type }
      const answer = await ask(app, { method: 'POST', url, headers, payload })
      t.match(answer, refused('invalid_request', description, status), type)
    }
  t.match(await ask(app, { method: 'POST', url: '/oauth/token' }), refused('invalid_request', /is missing/))
})

t.test('a client proves who it is in the way that it has registered for', async (t) => {
  const [inHeader, inForm] = [await withSecret('client_secret_basic'), await withSecret('client_secret_post')]
  const proof = basic(inHeader.id, inHeader.secret)
  t.equal((await token(await consented(inHeader), proof)).status, 200)
  t.equal((await token({ ...(await consented(inForm)), client_secret: inForm.secret })).status, 200)

  const code = await consented(inHeader)
  const { client_id: _, ...unnamed } = code
  const challenged = { ...badClient, headers: { 'www-authenticate': /^Basic realm=/ } }
  const { secret } = inHeader
  for (const wrong of [
    ...['', 'ecmr_cs_', secret.slice(0, -1), `${secret}x`, secret.toLowerCase(), inForm.secret].map((guess) =>
      basic(inHeader.id, guess),
    ),
    basic(inForm.id, inForm.secret),
    basic(client.id, 'x'),
    basic('x', 'y'),
    ...['Basic', 'Basic !', `Basic ${btoa('no colon')}`, `Basic ${btoa('%:%')}`, 'Bearer x', ''].map(
      (authorization) => ({ authorization }),
    ),
  ])
    t.match(await token(unnamed, wrong), challenged, wrong.authorization)
  for (const wrong of [
    {},
    { client_secret: inHeader.secret },
    { client_id: inForm.id },
    { client_id: inForm.id, client_secret: inHeader.secret },
    { client_id: client.id, client_secret: 'x' },
    { client_id: 'nobody' },
    { client_id: '00000000-0000-4000-8000-000000000000' },
  ]) {
    const answer = await token({ ...code, ...wrong })
    t.match(answer, badClient)
    t.notOk('www-authenticate' in answer.headers, 'no browser asks its user for a password')
  }
  t.match(
    await token({ ...code, client_secret: inHeader.secret }, proof),
    refused('invalid_request', /in one way only/),
  )
  t.match(await token({ ...code, client_id: client.id }, proof), refused('invalid_request', /another client/))

  const encoded = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const authorization = `bAsIc ${btoa(`${encoded(inHeader.id)}:${encoded(inHeader.secret)}`)}`
  const { status, json } = await token(unnamed, { authorization })
  t.equal(status, 200, 'encoded as in a form; nothing of all this has used the code up')
  t.match(await token(refreshing(json.refresh_token, inHeader.id)), badClient)
  t.equal((await token(refreshing(json.refresh_token, inHeader.id), proof)).status, 200)

  t.equal((await revoke({ token: 'x' }, proof)).status, 200)
  t.match(await revoke({ token: 'x' }, basic(inHeader.id, 'wrong')), challenged)
  t.match(await revoke({ token: 'x', client_id: inHeader.id }), badClient)
})

t.test('a client revokes its own tokens, and gets the same answer for any other', async (t) => {
  const { access_token, refresh_token } = await connected()
  const other = await registeredClient(pool, 'Other')
  for (const [client_id, text] of [
    [other.id, access_token],
    [other.id, refresh_token],
    [client.id, 'unheard of'],
    [client.id, 'ecmr_at_x'],
  ] as const) {
    const answer = await revoke({ client_id, token: String(text), token_type_hint: 'nonsense' })
    t.match(answer, { status: 200, text: '', headers: { 'cache-control': 'no-store' } })
  }
  t.ok(await worksWith(access_token))
  const own = { client_id: client.id, token_type_hint: 'refresh_token' }
  t.equal((await revoke({ ...own, token: String(access_token) })).status, 200)
  t.notOk(await worksWith(access_token))
  const fresh = (await token(refreshing(refresh_token))).json
  t.ok(await worksWith(fresh.access_token))
  t.equal((await revoke({ ...own, token: String(fresh.refresh_token) })).status, 200)
  t.notOk(await worksWith(fresh.access_token), 'a refresh token takes all along')
  t.match(await token(refreshing(fresh.refresh_token)), badGrant)
})

/** Another MCP service, and what it logs. */
async function logging(changed: Partial<typeof mcp.dependencies> = {}) {
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const app = await buildMcp({ ...mcp.dependencies, ...changed, logger })
  t.teardown(() => app.close())
  return { app, lines }
}

t.test('a database that is away is said in the same form', async (t) => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const away = new Proxy(mcp.dependencies.pool, {
    get: (target, name) => (name === 'connect' ? () => Promise.reject(lost) : Reflect.get(target, name)),
  })
  const { app, lines } = await logging({ pool: away })
  for (const answer of [
    await post(app, '/oauth/token', { grant_type: 'refresh_token', client_id: client.id }),
    await post(app, '/oauth/revoke', { token: 'x', client_id: client.id }),
    await register(app, { redirect_uris: [CALLBACK] }),
  ]) {
    t.match(answer, refused('temporarily_unavailable', /try again/, 503))
    t.equal(answer.headers['retry-after'], '1')
  }
  const short = lines.filter((line) => !line.includes('"level":20'))
  t.equal(short.length, 3)
  for (const line of short)
    t.match(JSON.parse(line), { level: 40, msg: 'request refused', reason: /listens/, route: /^\/oauth/ })
  t.notMatch(lines.join(''), /stack/)
})

t.test('the log holds nothing that a client has sent or was given', async (t) => {
  const { app, lines } = await logging()
  const registered = await register(app, { redirect_uris: [CALLBACK], client_name: 'Secretive' })
  const [id, secret] = [String(registered.json.client_id), String(registered.json.client_secret)]
  const fields = await consented({ id })
  const { json } = await post(app, '/oauth/token?x=a-secret-query', fields, basic(id, secret))
  await post(app, '/oauth/revoke', { token: String(json.access_token) }, basic(id, 'a-secret-guess'))
  await post(app, '/oauth/a-secret-path', { code: 'a-secret-code' })
  await register(app, { redirect_uris: ['http://a-secret-host.example/'], client_name: 'Secretive' })
  const log = lines.join('')
  t.match(log, /"method":"POST","route":"\/oauth\/token","status":200/)
  t.notMatch(log, /a-secret|Secretive|assistant\.example|ecmr_|127\.0\.0\.1/)
  for (const text of [id, fields.code_verifier, lucia.user.email]) t.notOk(log.includes(text ?? ''))
})
