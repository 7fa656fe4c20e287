import { createHash } from 'node:crypto'
import { createApiKey } from '@ecmr/accounts'
import t from 'tap'
import { buildTestMcp, CALLBACK, operator, registeredClient } from '../support/mcp.js'
import { agree, ask, basic, type Fields, post, redeeming, register, signedInAt } from './oauth-caller.js'

// Attacks on codes and tokens, each by the requests that an attacker would send.

const mcp = await buildTestMcp(t)
const { app, pool } = mcp
const lucia = await signedInAt(mcp, mcp.haulier)
const client = await registeredClient(pool, 'Assistant')
const attacker = await registeredClient(pool, 'Attacker')
const token = (fields: Fields, headers = {}) => post(app, '/oauth/token', fields, headers)
const refreshing = (refresh_token: unknown, client_id = client.id) => ({
  grant_type: 'refresh_token',
  client_id,
  refresh_token: String(refresh_token),
})
const worksWith = async (access_token: unknown): Promise<boolean> =>
  (await mcp.dependencies.tokens.authenticate(String(access_token))) !== undefined
const badGrant = { status: 400, json: { error: 'invalid_grant' } }
const auditTypes = async (): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ type: string }>(
    'select type from accounts.audit_outbox where company_id = $1',
    [mcp.haulier.id],
  )
  return rows.map(({ type }) => type)
}

t.test('code replay: the second use of a code ends what the first one yielded', async (t) => {
  const agreed = await agree(mcp, lucia, client)
  const { json } = await token(redeeming(agreed))
  t.ok(await worksWith(json.access_token))
  t.match(await token(redeeming(agreed)), badGrant)
  t.notOk(await worksWith(json.access_token))
  t.match(await token(refreshing(json.refresh_token)), badGrant)
})

const longAgo = (refresh_token: unknown) =>
  pool.query("update oauth.refresh_tokens set used_at = used_at - interval '61 seconds' where hash = $1", [
    createHash('sha256').update(String(refresh_token)).digest(),
  ])

t.test(
  'refresh replay: the use of a refresh token a minute after its rotation ends the family',
  async (t) => {
    const { json: first } = await token(redeeming(await agree(mcp, lucia, client)))
    const { json: second } = await token(refreshing(first.refresh_token))
    await longAgo(first.refresh_token)
    t.match(
      await token(refreshing(first.refresh_token)),
      badGrant,
      'the thief, or the one who was stolen from',
    )
    t.notOk(await worksWith(second.access_token))
    t.match(await token(refreshing(second.refresh_token)), badGrant)
  },
)

t.test('refresh replay within the minute: a thief gets no second family', async (t) => {
  const { json: stolen } = await token(redeeming(await agree(mcp, lucia, client)))
  const { json: owner } = await token(refreshing(stolen.refresh_token))
  const { json: thief } = await token(refreshing(stolen.refresh_token))
  t.equal(thief.refresh_token, owner.refresh_token)
  await token(refreshing(thief.refresh_token))
  const { json: ahead } = await token(refreshing(thief.refresh_token))
  await longAgo(owner.refresh_token)
  t.match(await token(refreshing(owner.refresh_token)), badGrant, 'and is found out when one of both is late')
  t.notOk(await worksWith(ahead.access_token))
  t.match(await token(refreshing(ahead.refresh_token)), badGrant)
})

t.test('twenty redemptions at once: one code yields tokens once, and they do not last', async (t) => {
  const agreed = await agree(mcp, lucia, client)
  const answers = await Promise.all(Array.from({ length: 20 }, () => token(redeeming(agreed))))
  const good = answers.filter(({ status }) => status === 200)
  t.equal(good.length, 1)
  t.ok(answers.filter((answer) => !good.includes(answer)).every(({ json }) => json.error === 'invalid_grant'))
  t.notOk(await worksWith(good[0]?.json.access_token))
})

t.test('twenty refreshes at once: all yield the same tokens, which work', async (t) => {
  const { json } = await token(redeeming(await agree(mcp, lucia, client)))
  const answers = await Promise.all(Array.from({ length: 20 }, () => token(refreshing(json.refresh_token))))
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]))
  const yielded = answers.map(({ json }) => `${json.access_token} ${json.refresh_token}`)
  t.equal(new Set(yielded).size, 1)
  t.ok(await worksWith(answers[0]?.json.access_token))
})

t.test('PKCE downgrade: without the verifier a code is worth nothing', async (t) => {
  const agreed = await agree(mcp, lucia, client)
  const { code_verifier: _, ...without } = redeeming(agreed)
  t.match(await token(without), { status: 400, json: { error: 'invalid_request' } })
  t.match(await token({ ...without, code_verifier: '' }), { status: 400, json: { error: 'invalid_request' } })
  const plain = { ...without, code_challenge_method: 'plain' }
  t.equal(
    (await token({ ...plain, code_verifier: agreed.code_verifier })).status,
    200,
    'what is not asked for is ignored',
  )

  const other = await agree(mcp, lucia, client)
  const { rows } = await pool.query('select code_challenge from oauth.codes where used_at is null')
  const [{ code_challenge } = { code_challenge: '' }] = rows
  t.match(code_challenge, /^[\w-]{43}$/)
  const guess = { ...redeeming(other), code_verifier: String(code_challenge), code_challenge_method: 'plain' }
  t.match(await token(guess), badGrant, 'a challenge is not its own verifier')
  t.match(await token(redeeming(other)), badGrant, 'and no second guess is possible')
})

t.test('redirect tricks: a code goes with the very address that it was given for', async (t) => {
  for (const redirect_uri of [
    'https://assistant.example/callback/../evil',
    'https://assistant.example/callback?x=1',
    'https://assistant.example/Callback',
    'https://assistant.example:8443/callback',
    'https://user@assistant.example/callback',
    'http://assistant.example/callback',
    'https://evil.example/callback',
  ]) {
    const agreed = await agree(mcp, lucia, client)
    t.match(await token({ ...redeeming(agreed), redirect_uri }), badGrant, redirect_uri)
  }
})

t.test(
  'mix-up: the code or refresh token of one client is worth nothing to another, and is not spoilt',
  async (t) => {
    const agreed = await agree(mcp, lucia, client)
    t.match(await token({ ...redeeming(agreed), client_id: attacker.id }), badGrant)
    const { status, json } = await token(redeeming(agreed))
    t.equal(status, 200)
    t.match(await token(refreshing(json.refresh_token, attacker.id)), badGrant)
    t.ok(await worksWith(json.access_token))
    t.equal((await token(refreshing(json.refresh_token))).status, 200)
    const { json: document } = await ask(app, {
      method: 'GET',
      url: '/.well-known/oauth-authorization-server',
    })
    t.match(document, {
      issuer: 'https://ecmr.example',
      authorization_response_iss_parameter_supported: true,
    })
  },
)

t.test('foreign audience: tokens are for this MCP endpoint, and no other is asked for', async (t) => {
  const target = {
    status: 400,
    json: { error: 'invalid_target', error_description: /MCP endpoint of this site/ },
  }
  const agreed = await agree(mcp, lucia, client)
  const foreign = [
    'https://evil.example/mcp',
    'https://ecmr.example/api',
    'https://ecmr.example.evil.example/mcp',
    'mcp',
  ]
  for (const resource of foreign) t.match(await token({ ...redeeming(agreed), resource }), target, resource)
  const { json } = await token({ ...redeeming(agreed), resource: 'https://ecmr.example/mcp/' })
  t.ok(json.access_token)
  for (const resource of foreign)
    t.match(await token({ ...refreshing(json.refresh_token), resource }), target, resource)
  t.equal((await token({ ...refreshing(json.refresh_token), resource: 'https://ecmr.example' })).status, 200)
})

t.test('token of another kind: each is good for one thing only', async (t) => {
  const { clear: key } = await createApiKey(
    pool,
    { company_id: mcp.haulier.id, name: 'x', scopes: ['ecmrs:read'] },
    operator,
  )
  const agreed = await agree(mcp, lucia, client)
  const { json } = await token(redeeming(await agree(mcp, lucia, client)))
  const { code } = agreed
  for (const other of [json.access_token, code, key]) t.match(await token(refreshing(other)), badGrant)
  for (const other of [json.access_token, json.refresh_token, key])
    t.match(await token({ ...redeeming(agreed), code: String(other) }), badGrant)
  const call = (authorization: string) =>
    ask(app, { method: 'POST', url: '/mcp', headers: { authorization } })
  for (const other of [json.refresh_token, code, key]) {
    const { status, headers } = await call(`Bearer ${other}`)
    t.equal(status, 401)
    t.match(headers['www-authenticate'], /error="invalid_token"/)
  }
  t.equal((await call(basic(client.id, String(json.access_token)).authorization)).status, 401)
  t.equal((await token(redeeming(agreed))).status, 200, 'none of it has used anything up')
  t.equal((await token(refreshing(json.refresh_token))).status, 200)
})

t.test('a stolen code or refresh token of a client with a secret needs that secret', async (t) => {
  const { json } = await register(app, { redirect_uris: [CALLBACK] })
  const [id, secret] = [String(json.client_id), String(json.client_secret)]
  const agreed = await agree(mcp, lucia, { id })
  for (const guess of ['', 'ecmr_cs_', secret.slice(0, -1), `${secret}x`, secret.toLowerCase(), 'null']) {
    const answer = await token(redeeming(agreed), basic(id, guess))
    t.match(answer, { status: 401, json: { error: 'invalid_client' } }, guess.slice(0, 8))
  }
  t.match(await token(redeeming(agreed)), { status: 401, json: { error: 'invalid_client' } }, 'none at all')
  const { json: tokens } = await token(redeeming(agreed), basic(id, secret))
  t.match(await token(refreshing(tokens.refresh_token, id)), {
    status: 401,
    json: { error: 'invalid_client' },
  })
  t.equal((await token(refreshing(tokens.refresh_token, id), basic(id, secret))).status, 200)
})

t.test('a reuse leaves a trace', async (t) => {
  const types = await auditTypes()
  t.ok(types.includes('AssistantTokenReused'))
  t.ok(types.includes('AssistantDisconnected'))
})
