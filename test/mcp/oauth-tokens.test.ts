import { buildMcp } from '@ecmr/mcp'
import { pino } from 'pino'
import t from 'tap'
import { buildTestMcp, CALLBACK, registeredClient } from '../support/mcp.js'
import { agree, ask, basic, FORM, post, redeeming, register, signedInAt } from './oauth-caller.js'

const mcp = await buildTestMcp(t)
const { app, pool } = mcp
const lucia = await signedInAt(mcp, mcp.haulier)
const client = await registeredClient(pool, 'Assistant')
const token = (fields: Parameters<typeof post>[2], headers = {}) => post(app, '/oauth/token', fields, headers)
const revoke = (fields: Parameters<typeof post>[2], headers = {}) =>
  post(app, '/oauth/revoke', fields, headers)
const worksWith = async (access_token: unknown): Promise<boolean> =>
  (await mcp.dependencies.tokens.authenticate(String(access_token))) !== undefined

/** A client with a secret, by the way in which it sends that. */
async function withSecret(method: 'client_secret_basic' | 'client_secret_post') {
  const metadata = { redirect_uris: [CALLBACK], token_endpoint_auth_method: method }
  const { client_id, client_secret } = (await register(app, metadata)).json
  return { id: String(client_id), secret: String(client_secret) }
}

t.test('a code is exchanged for tokens, a refresh token for new ones', async (t) => {
  const first = await token(redeeming(await agree(mcp, lucia, client)))
  t.equal(first.status, 200)
  t.match(first.headers, {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'content-type': /application\/json/,
  })
  t.same(Object.keys(first.json).length, 5)
  t.match(first.json, {
    access_token: /^ecmr_at_[\w-]{43}$/,
    refresh_token: /^ecmr_rt_[\w-]{43}$/,
    expires_in: 3_600,
    token_type: 'Bearer',
    scope: 'ecmr:read',
  })
  t.ok(await worksWith(first.json.access_token))
  const next = await token({
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: String(first.json.refresh_token),
    scope: 'ecmr:read offline_access',
    resource: 'https://ecmr.example/mcp',
  })
  t.equal(next.status, 200)
  t.ok(await worksWith(next.json.access_token))
  t.not(next.json.refresh_token, first.json.refresh_token)
})

t.test('what is missing, empty or there twice is named', async (t) => {
  const whole = redeeming({ client_id: client.id, code: 'x', code_verifier: 'x', redirect_uri: CALLBACK })
  for (const name of ['grant_type', 'client_id', 'code', 'code_verifier']) {
    for (const fields of [Object.entries(whole).filter(([each]) => each !== name), { ...whole, [name]: '' }])
      t.match(await token(fields), {
        status: 400,
        json: { error: 'invalid_request', error_description: `${name} is missing.` },
      })
    t.match(await token([...Object.entries(whole), [name, 'y']]), {
      status: 400,
      json: { error: 'invalid_request', error_description: `${name} stands in the request more than once.` },
    })
  }
  const refreshing = { grant_type: 'refresh_token', client_id: client.id }
  t.match((await token(refreshing)).json, { error_description: 'refresh_token is missing.' })
  const target = ['resource', 'https://ecmr.example'] as const
  t.match((await token([...Object.entries(whole), [...target], [...target]])).json, {
    error: 'invalid_request',
    error_description: /^resource stands/,
  })
  t.match((await revoke({ client_id: client.id })).json, { error_description: 'token is missing.' })
})

t.test('other grant types are not supported', async (t) => {
  for (const grant_type of [
    'password',
    'client_credentials',
    'constructor',
    '__proto__',
    'authorization_code ',
  ])
    t.match(await token({ grant_type, client_id: client.id }), {
      status: 400,
      json: { error: 'unsupported_grant_type', error_description: /authorization_code, refresh_token/ },
      headers: { 'cache-control': 'no-store' },
    })
})

t.test('parameters in the address are never read', async (t) => {
  const agreed = await agree(mcp, lucia, client)
  const url = `/oauth/token?${new URLSearchParams(redeeming(agreed))}`
  t.match(await post(app, url, {}), { status: 400, json: { error_description: 'grant_type is missing.' } })
  const { code, ...rest } = redeeming(agreed)
  t.match((await post(app, `/oauth/token?code=${code}`, rest)).json, {
    error_description: 'code is missing.',
  })
  t.equal((await token(redeeming(agreed))).status, 200, 'the code is still good')
})

t.test('bodies that are no form are refused with what to send', async (t) => {
  for (const url of ['/oauth/token', '/oauth/revoke']) {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
      const answer = await ask(app, { method: 'POST', url, payload: '{}', headers: { 'content-type': type } })
      t.match(answer, {
        status: 415,
        json: { error: 'invalid_request', error_description: `Send the body as ${FORM}.` },
      })
    }
    const none = await ask(app, { method: 'POST', url })
    t.match(none, { status: 400, json: { error: 'invalid_request', error_description: /is missing/ } })
    const headers = { 'content-type': `${FORM}; charset=UTF-8` }
    const big = await ask(app, { method: 'POST', url, headers, payload: `x=${'x'.repeat(65_536)}` })
    t.match(big, { status: 413, json: { error: 'invalid_request', error_description: /65536 bytes/ } })
    const bytes = await ask(app, { method: 'POST', url, headers, payload: Buffer.from([0x61, 0x3d, 0xff]) })
    t.match(bytes, { status: 400, json: { error: 'invalid_request', error_description: /UTF-8/ } })
    for (const odd of ['client_id=%00', 'client_id=%ff', 'client_id=a%0ab']) {
      const answer = await ask(app, {
        method: 'POST',
        url,
        headers,
        payload: `grant_type=refresh_token&token=x&${odd}`,
      })
      t.match(answer, {
        status: 400,
        json: { error: 'invalid_request', error_description: /^client_id holds/ },
      })
    }
  }
})

t.test('a client proves who it is in the way that it has registered for', async (t) => {
  const [inHeader, inForm] = [await withSecret('client_secret_basic'), await withSecret('client_secret_post')]
  const byHeader = redeeming(await agree(mcp, lucia, inHeader))
  t.equal((await token(byHeader, basic(inHeader.id, inHeader.secret))).status, 200)
  const { client_id: _, ...unnamed } = redeeming(await agree(mcp, lucia, inHeader))
  t.equal((await token(unnamed, basic(inHeader.id, inHeader.secret))).status, 200)
  const byForm = { ...redeeming(await agree(mcp, lucia, inForm)), client_secret: inForm.secret }
  t.equal((await token(byForm)).status, 200)

  const code = redeeming(await agree(mcp, lucia, inHeader))
  const { client_id: __, ...withoutId } = code
  const refused = { status: 401, json: { error: 'invalid_client', error_description: /./ } }
  const challenged = { ...refused, headers: { 'www-authenticate': /^Basic realm=/ } }
  t.match(await token(withoutId, basic(inHeader.id, inForm.secret)), challenged, 'the secret of another')
  t.match(await token(withoutId, basic(inForm.id, inForm.secret)), challenged, 'registered for the form')
  t.match(await token(withoutId, basic(client.id, 'x')), challenged, 'a public client has no secret')
  t.match(await token(withoutId, basic('x', 'y')), challenged)
  for (const authorization of [
    'Basic',
    'Basic !',
    `Basic ${btoa('no colon')}`,
    `Basic ${btoa('%:%')}`,
    'Bearer x',
    '',
  ])
    t.match(await token(withoutId, { authorization }), challenged, authorization)
  for (const fields of [
    { ...code, client_secret: inHeader.secret },
    { ...code, client_id: inForm.id },
    { ...code, client_id: inForm.id, client_secret: inHeader.secret },
    { ...code, client_id: client.id, client_secret: 'x' },
    { ...code, client_id: 'nobody' },
    { ...code, client_id: '00000000-0000-4000-8000-000000000000' },
  ]) {
    const answer = await token(fields)
    t.match(answer, refused)
    t.notOk('www-authenticate' in answer.headers, 'no browser asks its user for a password')
  }
  const proof = basic(inHeader.id, inHeader.secret)
  t.match(await token({ ...code, client_secret: inHeader.secret }, proof), {
    status: 400,
    json: { error: 'invalid_request', error_description: /in one way only/ },
  })
  t.match(await token({ ...code, client_id: client.id }, proof), {
    status: 400,
    json: { error: 'invalid_request', error_description: /another client/ },
  })
  t.equal((await token(code, proof)).status, 200, 'nothing of all this has used the code up')
})

t.test('credentials in the header are encoded as in a form', async (t) => {
  const { id, secret } = await withSecret('client_secret_basic')
  const encoded = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
  const authorization = `bAsIc ${btoa(`${encoded(id)}:${encoded(secret)}`)}`
  const { status } = await token(redeeming(await agree(mcp, lucia, { id })), { authorization })
  t.equal(status, 200)
})

t.test('a client revokes its own tokens, and gets the same answer for any other', async (t) => {
  const { json } = await token(redeeming(await agree(mcp, lucia, client)))
  const [access, refresh] = [String(json.access_token), String(json.refresh_token)]
  const other = await registeredClient(pool, 'Other')
  for (const fields of [
    { client_id: other.id, token: access },
    { client_id: other.id, token: refresh },
    { client_id: client.id, token: 'unheard of' },
    { client_id: client.id, token: 'ecmr_at_x', token_type_hint: 'nonsense' },
  ]) {
    const { status, text, headers } = await revoke(fields)
    t.same([status, text, headers['cache-control']], [200, '', 'no-store'])
  }
  t.ok(await worksWith(access))
  t.equal(
    (await revoke({ client_id: client.id, token: access, token_type_hint: 'refresh_token' })).status,
    200,
  )
  t.notOk(await worksWith(access))
  const fresh = await token({ grant_type: 'refresh_token', client_id: client.id, refresh_token: refresh })
  t.ok(await worksWith(fresh.json.access_token))
  t.equal((await revoke({ client_id: client.id, token: String(fresh.json.refresh_token) })).status, 200)
  t.notOk(await worksWith(fresh.json.access_token), 'a refresh token takes all along')
  const again = {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: String(fresh.json.refresh_token),
  }
  t.match(await token(again), { status: 400, json: { error: 'invalid_grant' } })
})

t.test('revocation asks for the same proof', async (t) => {
  const { id, secret } = await withSecret('client_secret_basic')
  t.equal((await revoke({ token: 'x' }, basic(id, secret))).status, 200)
  t.match(await revoke({ token: 'x' }, basic(id, 'wrong')), {
    status: 401,
    json: { error: 'invalid_client' },
    headers: { 'www-authenticate': /^Basic/ },
  })
  t.match(await revoke({ token: 'x', client_id: id }), { status: 401, json: { error: 'invalid_client' } })
  t.match(await revoke({ token: 'x' }), { status: 400, json: { error_description: 'client_id is missing.' } })
})

t.test('a database that is away is said in the same form', async (t) => {
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const pool = new Proxy(mcp.dependencies.pool, {
    get: (target, name) => (name === 'connect' ? () => Promise.reject(lost) : Reflect.get(target, name)),
  })
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const cutOff = await buildMcp({ ...mcp.dependencies, pool, logger })
  t.teardown(() => cutOff.close())
  const away = {
    status: 503,
    headers: { 'retry-after': '1', 'cache-control': 'no-store' },
    json: { error: 'temporarily_unavailable', error_description: /try again/ },
  }
  t.match(await post(cutOff, '/oauth/token', { grant_type: 'refresh_token', client_id: client.id }), away)
  t.match(await post(cutOff, '/oauth/revoke', { token: 'x', client_id: client.id }), away)
  t.match(await register(cutOff, { redirect_uris: [CALLBACK] }), away)
  const short = lines.map((line): unknown => JSON.parse(line)).filter((line) => !isDebug(line))
  t.equal(short.length, 3)
  for (const line of short)
    t.match(line, { level: 40, msg: 'request refused', reason: /listens/, route: /^\/oauth/ })
  t.notMatch(lines.join(''), /stack/)
})

function isDebug(line: unknown): boolean {
  return typeof line === 'object' && line !== null && 'level' in line && line.level === 20
}

t.test('the log holds nothing that a client has sent or was given', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const logging = await buildMcp({ ...mcp.dependencies, logger })
  t.teardown(() => logging.close())
  const registered = await register(logging, { redirect_uris: [CALLBACK], client_name: 'Secretive' })
  const { client_id, client_secret } = registered.json
  const [id, secret] = [String(client_id), String(client_secret)]
  const agreed = await agree(mcp, lucia, { id })
  const { json } = await post(logging, '/oauth/token?x=a-secret-query', redeeming(agreed), basic(id, secret))
  await post(logging, '/oauth/revoke', { token: String(json.access_token) }, basic(id, 'a-secret-guess'))
  await post(logging, '/oauth/a-secret-path', { code: 'a-secret-code' })
  await register(logging, { redirect_uris: ['http://a-secret-host.example/'], client_name: 'Secretive' })
  const log = lines.join('')
  t.match(log, /"method":"POST","route":"\/oauth\/token","status":200/)
  t.notMatch(log, /a-secret|Secretive|assistant\.example|ecmr_|127\.0\.0\.1/)
  for (const text of [id, agreed.code_verifier, lucia.user.email]) t.notOk(log.includes(text))
})
