import { createApiKey, logInAs } from '@ecmr/accounts'
import type { AssistantAccess } from '@ecmr/accounts/oauth'
import { buildMcp } from '@ecmr/mcp'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { buildTestMcp, operator } from '../support/mcp.js'

// Attacks on the MCP endpoint by tokens that it must not take, each by the request that an attacker would send.

const mcp = await buildTestMcp(t)
const { app, pool, haulier } = mcp
const connected = await mcp.connect(haulier)
const { access_token } = connected
const CHALLENGE =
  'Bearer resource_metadata="https://ecmr.example/.well-known/oauth-protected-resource/mcp", scope="ecmr:read"'
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

async function call(headers: Readonly<Record<string, string>>, request: InjectOptions = {}, to = app) {
  const answer = await to.inject({
    method: 'POST',
    url: '/mcp',
    payload: ping,
    ...request,
    headers: { host: 'ecmr.example', 'content-type': 'application/json', ...headers },
  })
  return { status: answer.statusCode, challenge: answer.headers['www-authenticate'], json: answer.json() }
}
const withToken = (token: string) => call({ authorization: `Bearer ${token}` })
const unknown = {
  status: 401,
  challenge: new RegExp(
    `^${CHALLENGE.replace('?', '\\?')}, error="invalid_token", error_description="[^"]+"$`,
  ),
  json: { jsonrpc: '2.0', error: { code: -32_000, message: String }, id: null },
}
const missing = { ...unknown, challenge: CHALLENGE }

t.test('a good token is one in the header, whatever way its kind is written', async (t) => {
  t.match(await withToken(access_token), { status: 200, json: { result: {} } })
  t.match(await call({ authorization: `bearer  ${access_token}` }), { status: 200 })
})

t.test('token in the query: neither there nor in the body is it looked at', async (t) => {
  const query = { url: `/mcp?access_token=${access_token}` }
  t.match(await call({}, query), missing)
  t.match(await call({}, { payload: { ...ping, access_token } }), missing)
  t.match(await call({ cookie: `access_token=${access_token}` }), missing)
  t.match(await call({ authorization: 'Bearer ecmr_at_x' }, query), unknown)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  t.match(await call(form, { payload: `access_token=${access_token}` }), missing)
})

t.test('token of another kind: what opens other doors does not open this one', async (t) => {
  const { clear: key } = await createApiKey(
    pool,
    { company_id: haulier.id, name: 'x', scopes: ['ecmrs:read'] },
    operator,
  )
  const { token: session } = await logInAs(pool, connected.userId, {
    address: '127.0.0.1',
    userAgent: 'test',
  })
  const secret = access_token.replace('ecmr_at_', '')
  const others = [connected.refresh_token, key, session, secret, `ecmr_ac_${secret}`, `ecmr_rt_${secret}`]
  for (const other of others) t.match(await withToken(other), unknown)
  for (const other of [
    `${access_token}x`,
    access_token.slice(0, -1),
    access_token.toUpperCase(),
    'x'.repeat(9_000),
  ]) {
    t.match(await withToken(other), unknown)
  }
  for (const authorization of [`Basic ${access_token}`, access_token, 'Bearer', `Bearer a ${access_token}`]) {
    t.match(await call({ authorization }), missing, authorization.slice(0, 10))
  }
  t.match(await call({ 'x-api-key': key }), missing)
})

t.test('foreign audience: a token that was issued for another resource is none here', async (t) => {
  const { access_token } = await mcp.connect(haulier, 'Elsewhere')
  const move = (resource: string) =>
    pool.query(
      `update oauth.grants set resource = $1 where client_id in (select id from oauth.clients where name = 'Elsewhere')`,
      [resource],
    )
  for (const resource of ['https://other.example/mcp', 'https://ecmr.example', 'https://ecmr.example/api']) {
    await move(resource)
    t.match(await withToken(access_token), unknown, resource)
  }
  await move('https://ecmr.example/mcp')
  t.match(await withToken(access_token), { status: 200 })
})

t.test('DNS rebinding: under another name the endpoint takes no token, not even a good one', async (t) => {
  const authorization = `Bearer ${access_token}`
  const forbidden = { status: 403, json: { jsonrpc: '2.0', error: { code: -32_000 } } }
  t.match(await call({ authorization, host: 'evil.example' }), forbidden)
  t.match(await call({ authorization, origin: 'https://evil.example' }), forbidden)
  t.match(await call({ authorization, origin: 'null' }), forbidden)
})

t.test('a company without the plan gets an error, and no client asks for consent again', async (t) => {
  const { access_token } = await mcp.connect(mcp.rival)
  const plan = (to: string) =>
    pool.query('update accounts.companies set plan = $1 where id = $2', [to, mcp.rival.id])
  await plan('free')
  t.same(await withToken(access_token).then(({ status, challenge }) => [status, challenge]), [403, undefined])
  t.match((await withToken(access_token)).json, { jsonrpc: '2.0', error: { message: /Pro or Enterprise/ } })
  await plan('enterprise')
  t.match(await withToken(access_token), { status: 200 })
})

t.test('a token without the scope opens nothing', async (t) => {
  const { tokens } = mcp.dependencies
  const authenticate = async (token: string): Promise<AssistantAccess | undefined> => {
    const access = await tokens.authenticate(token)
    return access && { ...access, scopes: [] }
  }
  const narrow = await buildMcp({ ...mcp.dependencies, tokens: { ...tokens, authenticate } })
  t.teardown(() => narrow.close())
  const { status, challenge } = await call({ authorization: `Bearer ${access_token}` }, {}, narrow)
  t.equal(status, 403)
  t.match(challenge, /scope="ecmr:read", error="insufficient_scope"/)
})

t.test('what has ended has ended at once', async (t) => {
  const { access_token, refresh_token } = await mcp.connect(haulier, 'Ended')
  t.match(await withToken(access_token), { status: 200 })
  await pool.query(`update oauth.grants set expires_at = now() - interval '1 second'
    where client_id in (select id from oauth.clients where name = 'Ended')`)
  t.match(await withToken(access_token), unknown)
  t.match(await withToken(refresh_token), unknown)
})

t.test('every way to the endpoint asks for a token', async (t) => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
    t.match(await call({}, { method }), missing, method)
  }
  for (const url of ['/mcp/', '/%6dcp', '/mcp?x=1', '/MCP', '//mcp']) {
    t.ok([401, 404].includes((await call({}, { url })).status), url)
  }
})
