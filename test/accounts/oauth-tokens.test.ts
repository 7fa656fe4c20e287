import { createHash } from 'node:crypto'
import { changeRole, pruneAccounts, setPlan } from '@ecmr/accounts'
import {
  ASSISTANTS_ROLE,
  accessTokens,
  type IssuedTokens,
  redeemCode,
  refreshTokens,
  revokeToken,
  successorOf,
  type TokenAnswer,
} from '@ecmr/accounts/oauth'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { operator } from '../support/api.js'
import { type Agreed, assistants, CALLBACK, type Connected, pkce, RESOURCE } from './assistants.js'
import { atOnce, INVENTED } from './people.js'

const { pool, own, url, client, agree, connect, person, trail } = await assistants(t)

const redeem = (agreed: Agreed, changed: object = {}) =>
  redeemCode(own, agreed.client, { code: agreed.code, code_verifier: agreed.code_verifier, ...changed })
const refresh = (
  { client, refresh_token }: Pick<Connected, 'client' | 'refresh_token'>,
  changed: object = {},
  over = own,
) => refreshTokens(over, client, { refresh_token, ...changed })
const tokens = accessTokens({ pool: own })
t.teardown(() => tokens.close())
const accessOf = ({ access_token }: IssuedTokens) => tokens.authenticate(access_token)

function tokensOf(answer: TokenAnswer): IssuedTokens {
  if (!answer.ok) throw new Error(answer.description)
  return answer.tokens
}

/** How a person's grant stands, with how many tokens there are of it. */
async function standing({ person }: Agreed) {
  const { rows } = await pool.query(
    `select end_reason, extract(epoch from expires_at - now())::int as seconds,
       (select count(*)::int from oauth.access_tokens where grant_id = g.id) as access,
       (select count(*)::int from oauth.refresh_tokens where grant_id = g.id) as refresh
     from oauth.grants g where user_id = $1`,
    [person.id],
  )
  return rows[0]
}

/** The audit trail's entries about a company's assistants after they were connected. */
async function noted({ person }: Agreed) {
  const entries = await trail(person.company)
  return entries.filter(({ type }) => type.startsWith('Assistant')).slice(1)
}

const age = ({ person }: Agreed, by: string) =>
  pool.query(
    `update oauth.grants set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval
     where user_id = $2`,
    [by, person.id],
  )

const DEAD = { ok: false, error: 'invalid_grant' }
const DAY = 24 * 3_600

t.test('a code yields tokens, and the grant lives for thirty days', async (t) => {
  const agreed = await agree()
  const pending = await standing(agreed)
  t.ok(pending.seconds > 50 && pending.seconds <= 60, 'sixty seconds until the code is redeemed')
  const tokens = tokensOf(await redeem(agreed, { redirect_uri: CALLBACK, resource: RESOURCE }))
  t.match(tokens, {
    access_token: /^ecmr_at_[A-Za-z0-9_-]{43}$/,
    refresh_token: /^ecmr_rt_[A-Za-z0-9_-]{43}$/,
    expires_in: 3_600,
    scopes: ['ecmr:read'],
  })
  const { seconds, ...rest } = await standing(agreed)
  t.ok(Math.abs(seconds - 30 * DAY) < 60, `${seconds} s`)
  t.same(rest, { end_reason: null, access: 1, refresh: 1 })
})

t.test('the site itself may be named as resource, or nothing; another one may not', async (t) => {
  const good = ['https://ecmr.example', 'https://ecmr.example/', `${RESOURCE}/`, 'HTTPS://ECMR.example/mcp']
  for (const resource of [undefined, ...good])
    t.match(await redeem(await agree(), { resource }), { ok: true }, `${resource}`)
  const agreed = await agree()
  const foreign = [
    '',
    'mcp',
    'https://evil.example/mcp',
    'http://ecmr.example/mcp',
    `${RESOURCE}/x`,
    `${RESOURCE}?x=1`,
  ]
  for (const resource of foreign)
    t.match(await redeem(agreed, { resource }), { ok: false, error: 'invalid_target' }, resource)
  t.match(await redeem(agreed), { ok: true }, 'the code is good still')
})

t.test('of twenty that redeem a code at once one gets tokens, which are dead afterwards', async (t) => {
  const agreed = await agree()
  const answers = await atOnce(20, () => redeem(agreed))
  const [tokens, ...others] = answers.flatMap((answer) => (answer.ok ? [answer.tokens] : []))
  t.ok(tokens)
  t.equal(others.length, 0)
  t.match(await refresh({ ...agreed, refresh_token: tokens?.refresh_token ?? '' }), DEAD)
  t.match(await standing(agreed), { end_reason: 'code_reused', access: 0, refresh: 0 })
  t.match(await noted(agreed), [
    {
      type: 'AssistantTokenReused',
      data: { client_name: 'Assistant', token: 'code' },
      actor: { kind: 'oauth_grant' },
    },
    { type: 'AssistantDisconnected', data: { client_name: 'Assistant', reason: 'code_reused' } },
  ])
  t.equal((await noted(agreed)).length, 2)
})

t.test('another client cannot redeem a code, nor spoil it', async (t) => {
  const [agreed, thief] = [await agree(), (await client()).client]
  for (const answer of await atOnce(5, () => redeem({ ...agreed, client: thief }))) t.match(answer, DEAD)
  const connected = { ...agreed, ...tokensOf(await redeem(agreed)) }
  t.match(await redeem({ ...agreed, client: thief }), DEAD, 'nor end what it has yielded')
  t.match(await refresh(connected), { ok: true })
  t.same(await noted(agreed), [])
})

t.test('who has a wrong verifier or redirect URI has no second guess', async (t) => {
  const other = pkce()
  for (const wrong of [
    { code_verifier: other.code_verifier },
    { code_verifier: other.code_challenge },
    { code_verifier: '' },
    { code_verifier: 'a'.repeat(42) },
    { code_verifier: 'a'.repeat(129) },
    { redirect_uri: `${CALLBACK}/` },
    { redirect_uri: '' },
  ]) {
    const agreed = await agree()
    t.match(await redeem(agreed, wrong), DEAD, JSON.stringify(wrong))
    t.match(await standing(agreed), { access: 0, refresh: 0 })
    t.match(await redeem(agreed), DEAD)
    t.match(await noted(agreed), [{ type: 'AssistantTokenReused' }, { type: 'AssistantDisconnected' }])
  }
})

t.test('a verifier may have all its characters, and no others; the challenge itself is none', async (t) => {
  const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
  for (const [code_verifier, ok] of [
    [`${'a'.repeat(39)}-._~`, true],
    ['Z9'.repeat(64), true],
    [`${'a'.repeat(43)}+`, false],
    [`${'a'.repeat(43)}ñ`, false],
    [`${'a'.repeat(43)}\n`, false],
  ] as const) {
    const agreed = await agree({ code_challenge: challengeOf(code_verifier) })
    t.match(await redeem(agreed, { code_verifier }), { ok }, JSON.stringify(code_verifier))
  }
  const { code_verifier } = pkce()
  t.match(await redeem(await agree({ code_challenge: code_verifier }), { code_verifier }), DEAD)
})

t.test('a code that has expired yields nothing and ends nothing', async (t) => {
  const agreed = await agree()
  await pool.query('update oauth.codes set expires_at = now() where used_at is null')
  t.match(await redeem(agreed), DEAD)
  t.match(await standing(agreed), { end_reason: null })
  const other = await agree()
  await age(other, '60 seconds')
  t.match(await redeem(other), DEAD)
  t.same([...(await noted(agreed)), ...(await noted(other))], [])
})

t.test('what cannot be a code or a token is none, and ends nothing', async (t) => {
  const connected = await connect()
  const { code, access_token, refresh_token } = connected
  for (const wrong of ['', 'x', `ecmr_ac_${INVENTED}`, access_token, refresh_token, ` ${code}`])
    t.match(await redeem(connected, { code: wrong }), DEAD)
  for (const wrong of ['', 'x', `ecmr_rt_${INVENTED}`, access_token, code])
    t.match(await refresh({ ...connected, refresh_token: wrong }), DEAD)
  for (const wrong of ['', 'x', `ecmr_at_${INVENTED}`, `ecmr_rt_${INVENTED}`, code, `${refresh_token} `])
    await revokeToken(own, connected.client, wrong)
  t.match(await standing(connected), { end_reason: null, access: 1, refresh: 1 })
  t.same(await noted(connected), [])
})

t.test('a refresh token yields new tokens, and the grant lives thirty days on', async (t) => {
  const connected = await connect()
  await age(connected, '20 days')
  const tokens = tokensOf(await refresh(connected, { scope: 'ecmr:read', resource: RESOURCE }))
  t.not(tokens.access_token, connected.access_token)
  t.not(tokens.refresh_token, connected.refresh_token)
  const { seconds, ...rest } = await standing(connected)
  t.ok(Math.abs(seconds - 30 * DAY) < 60, `${seconds} s`)
  t.same(rest, { end_reason: null, access: 2, refresh: 2 }, 'the former access token runs out by itself')
})

t.test('a grant lives ninety days at most, and so do its tokens', async (t) => {
  const connected = await connect()
  await age(connected, '75 days')
  await pool.query("update oauth.grants set expires_at = now() + interval '1 day' where user_id = $1", [
    connected.person.id,
  ])
  const next = tokensOf(await refresh(connected))
  const { seconds } = await standing(connected)
  t.ok(Math.abs(seconds - 15 * DAY) < 60, `${seconds} s`)
  await pool.query(
    "update oauth.grants set created_at = now() - interval '90 days' + interval '10 minutes' where user_id = $1",
    [connected.person.id],
  )
  const last = tokensOf(await refresh({ ...connected, ...next }))
  t.ok(last.expires_in > 590 && last.expires_in <= 600, `${last.expires_in} s`)
  await pool.query('update oauth.grants set expires_at = now() where user_id = $1', [connected.person.id])
  t.match(await refresh({ ...connected, ...last }), DEAD)
  t.same(await noted(connected), [], 'what expires is not noted')
})

/** Sets back when the refresh tokens of a person's grant were used. */
const longAgo = ({ person }: Agreed, by: string) =>
  pool.query(
    `update oauth.refresh_tokens r set used_at = r.used_at - $1::interval from oauth.grants g
     where g.id = r.grant_id and g.user_id = $2`,
    [by, person.id],
  )

const REUSED = [
  { type: 'AssistantTokenReused', data: { token: 'refresh_token' }, actor: { kind: 'oauth_grant' } },
  {
    type: 'AssistantDisconnected',
    data: { reason: 'refresh_token_reused' },
    actor: { kind: 'oauth_grant' },
  },
]

t.test('twenty that use a refresh token at once, in two processes, get the same tokens', async (t) => {
  const connected = await connect()
  const process = openPool({ url, max: 10, name: 'test second process', role: ASSISTANTS_ROLE })
  t.teardown(() => process.end())
  let turn = 0
  const answers = await atOnce(20, () => refresh(connected, {}, turn++ % 2 === 0 ? own : process))
  const successors = answers.map(tokensOf)
  const [successor] = successors
  for (const { access_token, refresh_token } of successors) {
    t.equal(access_token, successor?.access_token)
    t.equal(refresh_token, successor?.refresh_token)
  }
  t.not(successor?.refresh_token, connected.refresh_token)
  t.ok(successor && (await accessOf(successor)))
  t.match(await standing(connected), { end_reason: null, access: 2, refresh: 2 })
  t.same(await noted(connected), [])
})

t.test('for a minute the former token yields the same tokens, then it ends the grant', async (t) => {
  const connected = await connect()
  const next = tokensOf(await refresh(connected))
  await longAgo(connected, '58 seconds')
  const { access_token, refresh_token, expires_in } = tokensOf(await refresh(connected))
  t.same([access_token, refresh_token], [next.access_token, next.refresh_token])
  t.ok(expires_in > 3_500 && expires_in <= 3_600, `${expires_in} s`)
  t.same(await noted(connected), [])
  await longAgo(connected, '3 seconds')
  t.match(await refresh(connected), DEAD)
  t.match(await refresh({ ...connected, ...next }), DEAD)
  t.equal(await accessOf(next), undefined)
  t.match(await standing(connected), { end_reason: 'refresh_token_reused', access: 0, refresh: 0 })
  t.match(await noted(connected), REUSED)
  t.equal((await noted(connected)).length, 2)
})

t.test('a call knows the role that the person who agreed has by then', async (t) => {
  const connected = await connect()
  t.equal((await accessOf(connected))?.user.role, 'owner')
  await pool.query(`update accounts.memberships set role = 'member' where user_id = $1`, [
    connected.person.id,
  ])
  t.equal((await accessOf(connected))?.user.role, 'member')
})

t.test('who is late with a token gets the newest tokens of its family, never a branch of it', async (t) => {
  const connected = await connect()
  let latest = { ...connected, ...tokensOf(await refresh(connected)) }
  for (let times = 0; times < 5; times++) latest = { ...latest, ...tokensOf(await refresh(latest)) }
  const late = tokensOf(await refresh(connected))
  t.equal(late.refresh_token, latest.refresh_token)
  t.equal(late.access_token, latest.access_token)
  t.match(await standing(connected), { access: 7, refresh: 7 })
  await longAgo(connected, '1 hour')
  t.match(await refresh(latest), { ok: true }, 'what it got is good when its hour is over')
})

t.test('when the newest access token is gone, the late one moves the family on', async (t) => {
  const connected = await connect()
  const next = tokensOf(await refresh(connected))
  await revokeToken(own, connected.client, next.access_token)
  const answers = (await atOnce(10, () => refresh(connected))).map(tokensOf)
  for (const { access_token, refresh_token } of answers) {
    t.ok(access_token !== next.access_token && refresh_token !== next.refresh_token)
    t.same([access_token, refresh_token], [answers[0]?.access_token, answers[0]?.refresh_token])
  }
  t.ok(answers[0] && (await accessOf(answers[0])))
  t.same(await noted(connected), [])
})

for (const isRepeat of [false, true])
  t.test(
    `what a refresh asks for is looked at ${isRepeat ? 'when it comes again' : 'at first'}`,
    async (t) => {
      const connected = await connect()
      const thief = { ...connected, client: (await client()).client }
      if (isRepeat) await refresh(connected)
      t.match(await refresh(connected, { scope: 'ecmr:write' }), { ok: false, error: 'invalid_scope' })
      const elsewhere = await refresh(connected, { resource: 'https://evil.example' })
      t.match(elsewhere, { ok: false, error: 'invalid_target' })
      t.match(await refresh(thief), DEAD)
      for (const token of [connected.refresh_token, connected.access_token])
        await revokeToken(own, thief.client, token)
      await setPlan(pool, connected.person.company, 'free', operator)
      t.match(await refresh(connected), { ...DEAD, description: /plan/ })
      await setPlan(pool, connected.person.company, 'enterprise', operator)
      t.match(await standing(connected), { end_reason: null })
      const next = tokensOf(await refresh(connected, { scope: 'offline_access ecmr:read ecmr:write' }))
      t.same(next.scopes, ['ecmr:read'], 'none of it has used the token up')
      await longAgo(connected, '2 minutes')
      t.match(await refresh(thief), DEAD, 'nor is it a reuse by the owner')
      t.same(await noted(connected), [])
      t.match(await refresh({ ...connected, ...next }, { scope: '' }), { ok: true })
      await revokeToken(own, connected.client, next.refresh_token)
      t.match(await refresh({ ...connected, ...next }), DEAD, 'what has ended has ended')
    },
  )

t.test('what the database holds does not yield a successor, and not for longer than it has to', async (t) => {
  const connected = await connect()
  const next = { ...connected, ...tokensOf(await refresh(connected)) }
  const salts = async () => {
    const { rows } = await pool.query(
      `select successor_salt, hash from oauth.refresh_tokens r join oauth.grants g on g.id = r.grant_id
       where g.user_id = $1 and successor_salt is not null`,
      [connected.person.id],
    )
    return rows
  }
  const [row] = await salts()
  for (const made of [
    successorOf(row.hash.toString('base64url'), row.successor_salt),
    successorOf(`ecmr_rt_${row.hash.toString('base64url')}`, row.successor_salt),
  ])
    t.not(made.refresh.clear, next.refresh_token)
  t.equal(successorOf(connected.refresh_token, row.successor_salt).refresh.clear, next.refresh_token)
  await longAgo(connected, '2 minutes')
  await refresh(next)
  t.equal((await salts()).length, 1, 'a rotation erases those of before')
  await longAgo(connected, '2 minutes')
  await pruneAccounts(pool)
  t.same(await salts(), [])
})

t.test('a refresh token from long ago ends the grant', async (t) => {
  const connected = await connect()
  let latest = connected as Pick<Connected, 'client' | 'refresh_token'>
  for (let times = 0; times < 3; times++) {
    latest = { ...latest, ...tokensOf(await refresh(latest)) }
    await longAgo(connected, '2 minutes')
  }
  t.match(await refresh(connected), DEAD)
  t.match(await refresh(latest), DEAD)
  t.match(await standing(connected), { end_reason: 'refresh_token_reused', access: 0, refresh: 0 })
})

t.test('a user who has moved to another company gets no tokens', async (t) => {
  const [connected, other] = [await connect(), await connect()]
  const moved = [other.person.company, connected.person.id]
  await pool.query('update accounts.memberships set company_id = $1 where user_id = $2', moved)
  t.match(await refresh(connected), { ...DEAD, description: /belong/ })
})

t.test('with a refresh token a client revokes all that it has, once; any of them will do', async (t) => {
  const [current, former] = [await connect(), await connect()]
  await atOnce(20, () => revokeToken(own, current.client, current.refresh_token))
  await refresh(former)
  await revokeToken(own, former.client, former.refresh_token)
  for (const one of [current, former]) {
    t.match(await standing(one), { end_reason: 'revoked_by_client', access: 0, refresh: 0 })
    const [event, ...others] = await noted(one)
    t.match(event, {
      type: 'AssistantDisconnected',
      data: { reason: 'revoked_by_client' },
      actor: { kind: 'oauth_grant' },
    })
    t.equal(others.length, 0)
    t.match(await refresh(one), DEAD)
    t.match(await redeem(one), DEAD)
  }
})

t.test('with an access token a client revokes this one only', async (t) => {
  const connected = await connect()
  await revokeToken(own, connected.client, connected.access_token)
  t.match(await standing(connected), { end_reason: null, access: 0, refresh: 1 })
  t.match(await refresh(connected), { ok: true })
  t.same(await noted(connected), [])
})

t.test('codes, tokens and secrets are stored nowhere in clear text', async (t) => {
  const connected = await connect()
  const next = tokensOf(await refresh(connected))
  const { secret = 'none' } = await client('client_secret_basic')
  await redeem(await agree(), { code_verifier: pkce().code_verifier })
  const tables = ['clients', 'requests', 'grants', 'codes', 'access_tokens', 'refresh_tokens'].map(
    (table) => `oauth.${table}`,
  )
  const { rows } = await pool.query(
    [...tables, 'accounts.audit_outbox']
      .map((table) => `select (x.*)::text as row from ${table} x`)
      .join(' union all '),
  )
  t.ok(rows.length > 50)
  const stored = rows.map(({ row }) => row).join('\n')
  t.match(stored, connected.person.id, 'ids are there')
  for (const clear of [
    connected.code,
    connected.code_verifier,
    connected.access_token,
    connected.refresh_token,
    next.access_token,
    next.refresh_token,
    secret,
  ]) {
    const random = clear.replace(/^ecmr_.._/, '')
    t.notOk(stored.includes(random), clear.slice(0, 8))
    t.notOk(stored.includes(Buffer.from(random).toString('hex')), `${clear.slice(0, 8)} in hex`)
    t.notOk(
      stored.includes(Buffer.from(random, 'base64url').toString('hex')),
      `${clear.slice(0, 8)} as bytes`,
    )
  }
})

t.test(
  'an assistant of a person who may only drive or read has no access, until they may write again',
  async (t) => {
    const connected = await connect()
    const { company, id } = connected.person
    await person(company, 'owner')
    const give = (role: 'driver' | 'reader' | 'member') => changeRole(pool, company, id, role, operator)
    for (const role of ['driver', 'reader'] as const) {
      t.equal(await give(role), 'done')
      t.equal(await accessOf(connected), undefined, role)
    }
    await give('member')
    t.ok(await accessOf(connected))
  },
)
