import { readFile } from 'node:fs/promises'
import {
  changePassword,
  pruneAccounts,
  removeUser,
  requestReset,
  resetPassword,
  setPlan,
} from '@ecmr/accounts'
import {
  accessTokens,
  countGrantsOfPerson,
  endGrant,
  grantAccess,
  listGrants,
  openConsent,
  redeemCode,
  refreshTokens,
  revokeToken,
} from '@ecmr/accounts/oauth'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { operator } from '../support/api.js'
import { type Agreed, assistants, CALLBACK, type Connected, RESOURCE, requestOf } from './assistants.js'
import { atOnce, INVENTED, OTHER_PASSWORD, PASSWORD } from './people.js'

const { pool, own, person, client, agree, connect, proPerson, trail, heldBack } = await assistants(t)
const tokens = accessTokens({ pool: own })
t.teardown(() => tokens.close())

const idOf = async ({ person }: Agreed): Promise<string> =>
  (await pool.query('select id from oauth.grants where user_id = $1', [person.id])).rows[0].id
const disconnected = async ({ person }: Agreed) =>
  (await trail(person.company)).filter(({ type }) => type === 'AssistantDisconnected')

t.test('an access token tells whose company it reads for, who let it in, and until when', async (t) => {
  const connected = await connect()
  const access = await tokens.authenticate(connected.access_token)
  const { person, client } = connected
  t.match(access, {
    grantId: await idOf(connected),
    company: { id: person.company, plan: 'pro' },
    isPlanGood: true,
    client: { id: client.id, name: client.name },
    user: { id: person.id, name: person.name },
    scopes: ['ecmr:read'],
    resource: RESOURCE,
  })
  const ms = (instant: string | undefined) => Date.parse(instant ?? '')
  const [grantEnds, tokenEnds] = [ms(access?.grant_expires_at), ms(access?.token_expires_at)]
  t.ok(Math.abs(tokenEnds - ms(access?.connected_at) - 3_600_000) < 60_000)
  t.ok(Math.abs(grantEnds - ms(access?.connected_at) - 30 * 24 * 3_600_000) < 60_000)
})

t.test('a value that is not an access token is rejected without a lookup', async (t) => {
  const connected = await connect()
  const wrong = [connected.refresh_token, connected.code, `${connected.access_token} `, '', 'x', INVENTED]
  t.equal(await tokens.authenticate(`ecmr_at_${INVENTED}`), undefined)
  const away = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'away' })
  const offline = accessTokens({ pool: away })
  for (const token of wrong) t.equal(await offline.authenticate(token), undefined)
  await t.rejects(offline.authenticate(connected.access_token), 'the database is away')
  await offline.close()
  await away.end()
})

t.test('a token of another kind is none, even if it were stored', async (t) => {
  const connected = await connect()
  await pool.query(
    "insert into oauth.access_tokens select hash, grant_id, now(), now() + interval '1 hour' from oauth.refresh_tokens",
  )
  t.equal(await tokens.authenticate(connected.refresh_token), undefined)
  await pool.query('delete from oauth.access_tokens a using oauth.refresh_tokens r where a.hash = r.hash')
})

t.test('a token ends at once with itself, its grant, its user or their membership', async (t) => {
  const [other, ends] = [await connect(), new Map<string, (one: Connected) => Promise<unknown>>()]
  const set = (statement: string) => async (one: Connected) => pool.query(statement, [await idOf(one)])
  ends
    .set('expired', set('update oauth.access_tokens set expires_at = now() where grant_id = $1'))
    .set('grant expired', set('update oauth.grants set expires_at = now() where id = $1'))
    .set('grant ended', set('update oauth.grants set ended_at = now() where id = $1'))
    .set('disconnected', async (one) => endGrant(pool, one.person.company, await idOf(one), one.person.actor))
    .set('revoked', (one) => revokeToken(own, one.client, one.access_token))
    .set('family revoked', (one) => revokeToken(own, one.client, one.refresh_token))
    .set('person gone', (one) => pool.query('delete from accounts.users where id = $1', [one.person.id]))
    .set('another company', (one) =>
      pool.query('update accounts.memberships set company_id = $1 where user_id = $2', [
        other.person.company,
        one.person.id,
      ]),
    )
  for (const [why, end] of ends) {
    const connected = await connect()
    t.ok(await tokens.authenticate(connected.access_token))
    await end(connected)
    t.equal(await tokens.authenticate(connected.access_token), undefined, why)
  }
})

t.test('without the right plan the company is marked as such, and no grant is ended', async (t) => {
  const connected = await connect()
  const { company } = connected.person
  await setPlan(pool, company, 'free', operator)
  t.match(await tokens.authenticate(connected.access_token), { isPlanGood: false, company: { plan: 'free' } })
  t.equal((await listGrants(pool, company)).length, 1)
  await setPlan(pool, company, 'enterprise', operator)
  t.match(await tokens.authenticate(connected.access_token), {
    isPlanGood: true,
    company: { plan: 'enterprise' },
  })
  t.same(await disconnected(connected), [])
})

t.test('former access tokens live on when new ones are issued', async (t) => {
  const connected = await connect()
  t.match(await refreshTokens(own, connected.client, connected), { ok: true })
  t.ok(await tokens.authenticate(connected.access_token))
})

t.test('when a grant was used is noted', async (t) => {
  const [used, unused] = [await connect(), await connect()]
  const before = Date.now()
  const recorder = accessTokens({ pool: own })
  await atOnce(3, () => recorder.authenticate(used.access_token))
  await recorder.close()
  const [grant] = await listGrants(pool, used.person.company)
  t.ok(Date.parse(grant?.last_used_at ?? '') >= before)
  t.match(await listGrants(pool, unused.person.company), [{ last_used_at: null }])
})

t.test('a use that cannot be written is reported, and access still works', async (t) => {
  const { access_token } = await connect()
  const reader = openPool({ url: own.options.connectionString ?? '', max: 1, name: 'reader' })
  const errors: unknown[] = []
  const recorder = accessTokens({ pool: reader, onError: (error) => errors.push(error) })
  t.ok(await recorder.authenticate(access_token))
  await reader.end()
  await recorder.close()
  t.equal(errors.length, 1)
})

t.test('a company sees its assistants that may read now, newest first', async (t) => {
  const first = await connect()
  const second = await connect(first.person)
  const [pending, stranger] = [await agree(), await connect()]
  const { company } = first.person
  const listed = await listGrants(pool, company)
  t.same(
    listed.map(({ client_id }) => client_id),
    [second.client.id, first.client.id],
  )
  t.match(listed[1], {
    id: /^[0-9a-f]{8}-[0-9a-f]{4}-7/,
    client_name: 'Assistant',
    redirect_host: new URL(CALLBACK).host,
    company_id: company,
    user_id: first.person.id,
    user_name: first.person.name,
    scopes: ['ecmr:read'],
    created_at: /Z$/,
    last_used_at: null,
    expires_at: /Z$/,
  })
  t.same(await listGrants(pool, pending.person.company), [], 'its code was not redeemed')
  t.equal((await listGrants(pool, stranger.person.company)).length, 1)
  await pool.query('update oauth.grants set expires_at = now() where client_id = $1', [first.client.id])
  t.match(await listGrants(pool, company), [{ client_id: second.client.id }])
  await pool.query(
    `insert into oauth.grants select gen_random_uuid(), client_id, company_id, user_id, scopes, resource, redirect_host,
       created_at, null, expires_at from oauth.grants, generate_series(1, 105) where client_id = $1`,
    [second.client.id],
  )
  await pool.query(
    `insert into oauth.refresh_tokens (hash, grant_id)
     select uuid_send(id), id from oauth.grants g where client_id = $1`,
    [second.client.id],
  )
  t.equal((await listGrants(pool, company)).length, 100)
})

t.test('a user disconnects an assistant of their company, once, and it is recorded', async (t) => {
  const [connected, stranger] = [await connect(), await proPerson()]
  const [id, { company, actor }] = [await idOf(connected), connected.person]
  t.equal(await endGrant(pool, stranger.company, id, stranger.actor), false, 'another company')
  for (const unknown of ['', 'x', INVENTED, '00000000-0000-4000-8000-000000000000'])
    t.equal(await endGrant(pool, company, unknown, actor), false)
  const ended = await atOnce(20, () => endGrant(pool, company, id, actor))
  t.equal(ended.filter((one) => one).length, 1)
  t.same(await disconnected(connected), [
    {
      type: 'AssistantDisconnected',
      data: { grant_id: id, client_name: 'Assistant', reason: 'disconnected' },
      actor: { ...actor, company_id: company },
    },
  ])
  t.same(await listGrants(pool, company), [])
  t.match(await refreshTokens(own, connected.client, connected), { ok: false, error: 'invalid_grant' })
})

t.test('a grant that is ended before its code was redeemed yields nothing', async (t) => {
  const agreed = await agree()
  t.equal(await endGrant(pool, agreed.person.company, await idOf(agreed), agreed.person.actor), true)
  t.match(await redeemCode(own, agreed.client, agreed), { ok: false, error: 'invalid_grant' })
  t.equal((await disconnected(agreed)).length, 1)
})

t.test('removing a user disconnects the assistants they connected, and each is recorded', async (t) => {
  const first = await connect()
  const second = await connect(first.person)
  const gone = await connect(first.person)
  const { company, id } = first.person
  const owner = await person(company)
  await revokeToken(own, gone.client, gone.refresh_token)
  t.equal(await removeUser(pool, company, id, owner.actor), 'done')
  const reasons = (await disconnected(first)).map(({ data, actor }) => ({ ...data, ...actor }))
  t.match(reasons, [
    { reason: 'revoked_by_client' },
    { reason: 'person_removed', kind: 'user', id: owner.id },
    { reason: 'person_removed', kind: 'user', id: owner.id },
  ])
  t.equal(reasons.length, 3)
  for (const one of [first, second]) {
    t.equal(await tokens.authenticate(one.access_token), undefined)
    t.match(await refreshTokens(own, one.client, one), { ok: false, error: 'invalid_grant' })
  }
})

t.test('a password change may disconnect the assistants of the user, and no others', async (t) => {
  const [first, colleague] = [await connect(), await connect()]
  const second = await connect(first.person)
  const { id, email, actor } = first.person
  const change = (current: string, next: string, endsAssistants?: boolean) =>
    changePassword(pool, {
      user: first.person,
      current,
      next,
      keepSessionId: id,
      ...(endsAssistants && { endsAssistants }),
    })
  t.match(await change(PASSWORD, OTHER_PASSWORD), { ok: true })
  t.equal(await countGrantsOfPerson(pool, id), 2, 'unless asked they stay')
  t.match(await change('wrong', PASSWORD, true), { ok: false })
  t.equal(await countGrantsOfPerson(pool, id), 2)
  t.match(await change(OTHER_PASSWORD, PASSWORD, true), { ok: true })
  t.equal(await countGrantsOfPerson(pool, id), 0)
  for (const one of [first, second]) t.equal(await tokens.authenticate(one.access_token), undefined)
  t.ok(await tokens.authenticate(colleague.access_token))
  const noted = (await disconnected(first)).map(({ data, actor }) => ({ ...data, ...actor }))
  t.match(noted, Array(2).fill({ reason: 'password_changed', kind: 'user', id: actor.id }))

  const third = await connect(first.person)
  const reset = async () => (await requestReset(pool, email, operator))?.token ?? ''
  t.match(await resetPassword(pool, await reset(), OTHER_PASSWORD), { ok: true })
  t.ok(await tokens.authenticate(third.access_token))
  t.match(await resetPassword(pool, await reset(), OTHER_PASSWORD, { endsAssistants: true }), { ok: true })
  t.equal(await tokens.authenticate(third.access_token), undefined)
})

t.test('a user cannot connect an assistant while being removed', async (t) => {
  const { signedIn, company, id } = await proPerson()
  const [owner, request] = [await person(company), requestOf((await client()).client)]
  const hold = {
    statement: `select from accounts.companies where id = '${company}' for no key update`,
    waiting: 2,
  }
  const [removed, granted] = await heldBack(hold, () =>
    Promise.all([removeUser(pool, company, id, owner.actor), grantAccess(pool, signedIn, request)]),
  )
  t.equal(removed, 'done')
  const types = (await trail(company)).map(({ type }) => type)
  const count = (type: string) => types.filter((one) => one === type).length
  t.equal(count('AssistantConnected'), granted === undefined ? 0 : 1)
  t.equal(count('AssistantDisconnected'), count('AssistantConnected'))
})

t.test('concurrent operations on one grant never hang, and nothing is left over', async (t) => {
  const connected = await connect()
  const { company, actor } = connected.person
  const id = await idOf(connected)
  const recorder = accessTokens({ pool: own })
  await recorder.authenticate(connected.access_token)
  const once = () => [
    refreshTokens(own, connected.client, connected),
    redeemCode(own, connected.client, connected),
    revokeToken(own, connected.client, connected.refresh_token),
    endGrant(pool, company, id, actor),
  ]
  const results = await Promise.allSettled([...once(), ...once(), ...once(), ...once(), ...once()])
  await recorder.close()
  t.same(
    results.filter(({ status }) => status === 'rejected'),
    [],
  )
  t.equal((await disconnected(connected)).length, 1)
  const { rows } = await pool.query('select from oauth.refresh_tokens where grant_id = $1', [id])
  t.equal(rows.length, 0)
})

t.test('what has ended by itself is deleted after a while, and no earlier', async (t) => {
  await pool.query('truncate oauth.clients, oauth.requests, oauth.grants cascade')
  const [alive, past, asked] = [await connect(), await connect(), (await client()).client]
  await refreshTokens(own, alive.client, alive)
  await openConsent(pool, alive.person.id, requestOf(asked))
  const pruned = async () => {
    const { oauth_requests, oauth_tokens, oauth_grants, oauth_clients } = await pruneAccounts(pool)
    return [oauth_requests, oauth_tokens, oauth_grants, oauth_clients]
  }
  const ended = (ago: string) =>
    pool.query('update oauth.grants set ended_at = now() - $1::interval where client_id = $2', [
      ago,
      past.client.id,
    ])

  t.same(await pruned(), [0, 0, 0, 0])
  await pool.query("update oauth.clients set created_at = now() - interval '25 hours'")
  t.same(await pruned(), [0, 0, 0, 0], 'they are in use, or a user is viewing the consent question')
  await ended('23 hours')
  t.same(await pruned(), [0, 0, 0, 0])
  await ended('25 hours')
  t.same(await pruned(), [0, 3, 0, 0], 'its code and its two tokens')
  await ended('8 days')
  await pool.query('update oauth.requests set expires_at = now()')
  t.same(await pruned(), [1, 0, 1, 2])
  await pool.query('update oauth.access_tokens set expires_at = now()')
  await pool.query("update oauth.refresh_tokens set used_at = used_at - interval '61 seconds'")
  t.same(await pruned(), [0, 2, 0, 0])
  t.match(await refreshTokens(own, alive.client, alive), { ok: false })
  t.match(
    await disconnected(alive),
    [{ data: { reason: 'refresh_token_reused' } }],
    'reuse is noticed as before',
  )
})

t.test('grants that have expired, and clients that were never granted access, are deleted', async (t) => {
  await pool.query('truncate oauth.clients, oauth.requests, oauth.grants cascade')
  await client()
  const young = (await client()).client
  await connect()
  await pool.query("update oauth.grants set expires_at = now() - interval '8 days'")
  await pool.query("update oauth.clients set created_at = now() - interval '25 hours' where id <> $1", [
    young.id,
  ])
  t.match(await pruneAccounts(pool), { oauth_tokens: 3, oauth_grants: 1, oauth_clients: 2 })
  const { rows } = await pool.query('select id from oauth.clients')
  t.same(rows, [{ id: young.id }])
})

t.test('what the MCP service loads of accounts knows neither the event log nor passwords', async (t) => {
  const loaded = new Set<string>()
  const load = async (module: string): Promise<void> => {
    if (loaded.has(module)) return
    loaded.add(module)
    if (!module.startsWith('file:')) return
    const text = await readFile(new URL(module), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
      await load(name.startsWith('.') ? new URL(name, module).href : name)
  }
  await load(import.meta.resolve('@ecmr/accounts/oauth'))
  t.ok(loaded.has('@ecmr/postgres'))
  for (const module of loaded) t.notMatch(module, /event-store|\/(passwords|sessions|api-keys|links)\//)
})
