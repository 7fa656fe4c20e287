import { findPerson } from '@ecmr/accounts'
import {
  authenticateClient,
  CONSENT_MS,
  findClient,
  grantAccess,
  openConsent,
  registerClient,
  takeConsent,
} from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { assistants, CALLBACK, NEW_CLIENT, RESOURCE, requestOf } from './assistants.js'
import { atOnce, INVENTED } from './people.js'

const { pool, own, proPerson, client, agree, trail, heldBack } = await assistants(t)
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

t.test('a client is found as it has registered', async (t) => {
  const said = {
    ...NEW_CLIENT,
    redirect_uris: ['http://127.0.0.1/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    application_type: 'native',
    client_uri: 'https://assistant.example',
    software_id: 'assistant',
    software_version: '1.0',
  } as const
  const registered = await registerClient(own, said, { address: '192.0.2.1' })
  if (!registered.ok) throw new Error('it could not register')
  t.match(registered.client, said)
  t.match(registered.client.id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.match(registered.client.created_at, /^20\d\d-.+Z$/)
  t.notOk('secret' in registered, 'a public client has no secret')
  t.same(await findClient(own, registered.client.id), registered.client)
  for (const id of [UNKNOWN_ID, '', 'x', `${registered.client.id}'`])
    t.equal(await findClient(own, id), undefined)
})

t.test('a client proves who it is by the method that it registered for', async (t) => {
  const [post, basic, open, other] = [
    await client('client_secret_post'),
    await client('client_secret_basic'),
    await client(),
    await client('client_secret_post'),
  ]
  t.match(post.secret, /^ecmr_cs_[A-Za-z0-9_-]{43}$/)
  const [id, secret] = [post.client.id, post.secret ?? '']
  t.same(await authenticateClient(own, { id, method: 'client_secret_post', secret }), post.client)
  t.same(await authenticateClient(own, { id: open.client.id, method: 'none' }), open.client)
  const withBasic = {
    id: basic.client.id,
    method: 'client_secret_basic',
    secret: basic.secret ?? '',
  } as const
  t.same(await authenticateClient(own, withBasic), basic.client)
  for (const wrong of [
    { id, method: 'client_secret_basic', secret },
    { id, method: 'none' },
    { id, method: 'none', secret },
    { id, method: 'client_secret_post' },
    { id, method: 'client_secret_post', secret: '' },
    { id, method: 'client_secret_post', secret: other.secret ?? '' },
    { id, method: 'client_secret_post', secret: secret.replace('ecmr_cs_', 'ecmr_at_') },
    { id: open.client.id, method: 'none', secret },
    { id: open.client.id, method: 'client_secret_post', secret },
    { id: UNKNOWN_ID, method: 'none' },
    { id: 'x', method: 'none' },
  ] as const)
    t.equal(await authenticateClient(own, wrong), undefined, JSON.stringify({ ...wrong, secret: undefined }))
})

t.test('three hundred may register from one network in an hour, however many try at once', async (t) => {
  const register = (address: string) => registerClient(own, NEW_CLIENT, { address })
  await register('2001:db8:1:2::1')
  await pool.query(`
    insert into oauth.clients (id, name, redirect_uris, auth_method, network, created_at)
    select gen_random_uuid(), name, redirect_uris, auth_method, network, now() - interval '59 minutes'
    from oauth.clients, generate_series(1, 289)
    where network = (select network from oauth.clients order by created_at desc limit 1)`)
  const tried = await atOnce(20, () => register('2001:db8:1:2:ffff::9'))
  t.equal(tried.filter(({ ok }) => ok).length, 10)
  const refused = tried.flatMap((one) => (one.ok ? [] : [one]))
  t.equal(refused.length, 10)
  for (const one of refused) {
    t.equal(one.reason, 'too_many')
    t.ok(one.retryAfterSeconds > 40 && one.retryAfterSeconds <= 60, `${one.retryAfterSeconds} s`)
  }
  t.match(await register('2001:db8:1:3::1'), { ok: true }, 'another network')
  await pool.query("update oauth.clients set created_at = created_at - interval '2 minutes'")
  t.match(await register('2001:db8:1:2::1'), { ok: true }, 'an hour is over')
})

t.test('what a person is asked is answered once, by this person, within ten minutes', async (t) => {
  const [person, stranger] = [await proPerson(), await proPerson()]
  const request = { ...requestOf((await client()).client), state: 'xyz' }
  const { token } = await openConsent(pool, person.id, request)
  t.match(token, /^[A-Za-z0-9_-]{43}$/)
  t.equal(await takeConsent(pool, stranger.id, token), undefined, 'another person')
  for (const wrong of ['', 'x', INVENTED]) t.equal(await takeConsent(pool, person.id, wrong), undefined)
  const taken = await atOnce(20, () => takeConsent(pool, person.id, token))
  t.same(
    taken.filter((one) => one !== undefined),
    [request],
  )

  const late = await openConsent(pool, person.id, request)
  const { rows } = await pool.query(
    'select expires_at - created_at = $1::interval as good from oauth.requests',
    [`${CONSENT_MS} milliseconds`],
  )
  t.same(rows, [{ good: true }])
  await pool.query('update oauth.requests set expires_at = now()')
  t.equal(await takeConsent(pool, person.id, late.token), undefined)
})

t.test('whatever a client has sent for state is handed back, or nothing', async (t) => {
  const person = await proPerson()
  const request = requestOf((await client()).client)
  for (const state of ['%00', '\u0000', 'ñ+ &=\n€', 'x'.repeat(5_000), undefined]) {
    const asked = { ...request, ...(state !== undefined && { state }) }
    const { token } = await openConsent(pool, person.id, asked)
    t.strictSame(await takeConsent(pool, person.id, token), asked)
  }
})

t.test('a question about a client that is gone has gone with it', async (t) => {
  const [person, asking] = [await proPerson(), (await client()).client]
  const { token } = await openConsent(pool, person.id, requestOf(asking))
  await pool.query('delete from oauth.clients where id = $1', [asking.id])
  t.equal(await takeConsent(pool, person.id, token), undefined)
})

t.test('a grant is noted on the audit trail, by the person, without a secret', async (t) => {
  const { person, client, code } = await agree()
  t.match(code, /^ecmr_ac_[A-Za-z0-9_-]{43}$/)
  const [entry] = (await trail(person.company)).filter(({ type }) => type.startsWith('Assistant'))
  const { rows } = await pool.query('select id, resource, scopes from oauth.grants where user_id = $1', [
    person.id,
  ])
  t.match(rows, [{ resource: RESOURCE, scopes: ['ecmr:read'] }])
  t.same(entry, {
    type: 'AssistantConnected',
    data: {
      grant_id: rows[0].id,
      client_id: client.id,
      client_name: client.name,
      redirect_host: new URL(CALLBACK).host,
      scopes: ['ecmr:read'],
      user_id: person.id,
    },
    actor: { kind: 'user', id: person.id, company_id: person.company },
  })
})

t.test('nothing is granted for a company whose plan has no assistants, or by a removed user', async (t) => {
  const [person, left] = [await proPerson(), await proPerson()]
  const request = requestOf((await client()).client)
  const grant = () => grantAccess(pool, person.signedIn, request)
  const planTo = (plan: string) =>
    pool.query('update accounts.companies set plan = $1 where id = $2', [plan, person.company])
  await planTo('free')
  t.equal(await grant(), undefined)
  await planTo('enterprise')
  t.match(await grant(), { code: /^ecmr_ac_/ })
  await pool.query('delete from accounts.users where id = $1', [left.id])
  t.equal(await findPerson(pool, left.email), undefined)
  t.equal(await grantAccess(pool, left.signedIn, request), undefined)
  const elsewhere = {
    ...person.signedIn,
    company: { ...person.signedIn.company, id: actingFor(left.company) },
  }
  t.equal(await grantAccess(pool, elsewhere, request), undefined, 'another company')
})

t.test('a plan that is being given up at the moment of consent counts', async (t) => {
  const person = await proPerson()
  const request = requestOf((await client()).client)
  const giveUp = `update accounts.companies set plan = 'free' where id = '${person.company}'`
  const hold = { statement: giveUp, waiting: 1 }
  t.equal(await heldBack(hold, () => grantAccess(pool, person.signedIn, request)), undefined)
})
