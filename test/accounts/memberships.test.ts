import {
  acceptInvitation,
  acceptInvitationAs,
  addMembership,
  changePassword,
  changeProfile,
  changeRole,
  chooseNotices,
  endSessions,
  findPerson,
  findSession,
  findUser,
  firstSteps,
  hideFirstSteps,
  invite,
  listMemberships,
  listUsers,
  listViews,
  livingSessions,
  logIn,
  logInAs,
  migrateAccounts,
  MOST_MEMBERSHIPS,
  pruneAccounts,
  register,
  removeUser,
  saveView,
  switchCompany,
} from '@ecmr/accounts'
import { migrateReadModels } from '@ecmr/read-models'
import { actingFor, type CompanyId } from '@ecmr/domain'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, OTHER_PASSWORD, PASSWORD, type Person, PLACE, people } from './people.js'

// A person who acts for several companies.

const { pool, person, trail } = await people(t)
await migrateReadModels(pool)

/** A person of one company as one of another one, too, with the owners of both. */
async function inTwo(role: 'owner' | 'member' = 'member') {
  const [ownerOfA, ownerOfB] = [await person(), await person()]
  const lucia = await person(ownerOfA.company, role)
  const [a, b] = [ownerOfA.company, ownerOfB.company]
  const added = await addMembership(pool, lucia, { company_id: b, role: 'reader' }, ownerOfB.actor)
  if (!added.ok) throw new Error(added.reason)
  return { lucia, a, b, ownerOfA, ownerOfB }
}

const session = (token: string) => findSession(pool, token)
const tryAs = (email: string, password = PASSWORD) => logIn(pool, { email, password, place: PLACE })
const typesIn = async (company: string) => (await trail(company)).map(({ type }) => type)

async function invitationTo(email: string, by: Person): Promise<string> {
  const made = await invite(pool, by.company, { email, role: 'member', language: 'es' }, by.actor)
  if (!made.ok) throw new Error(made.reason)
  return made.token
}

t.test('a person has a role in each company, and each company sees its own', async (t) => {
  const { lucia, a, b, ownerOfA, ownerOfB } = await inTwo()
  t.match(await listUsers(pool, a), [{ id: ownerOfA.id }, { id: lucia.id, role: 'member', company_id: a }])
  t.match(await listUsers(pool, b), [{ id: ownerOfB.id }, { id: lucia.id, role: 'reader', company_id: b }])
  await changeRole(pool, b, lucia.id, 'driver', ownerOfB.actor)
  t.match(await findUser(pool, a, lucia.email), { role: 'member' })
  t.match(await findUser(pool, b, lucia.email), { role: 'driver' })
  t.notMatch(JSON.stringify(await trail(a)), b, 'nothing of one company stands in the trail of another')
  t.notMatch(JSON.stringify(await trail(b)), a)
  t.match((await trail(b)).slice(-2), [
    { type: 'UserAdded', data: { user_id: lucia.id, role: 'reader' }, actor: ownerOfB.actor },
    { type: 'UserChanged', data: { user_id: lucia.id } },
  ])
})

t.test('a person acts for fifty companies at most, also when many add them at once', async (t) => {
  const lucia = await person()
  const join = (company_id: string) => addMembership(pool, lucia, { company_id, role: 'member' }, operator)
  for (let n = 1; n < MOST_MEMBERSHIPS - 2; n++) t.match(await join((await person()).company), { ok: true })
  const more: CompanyId[] = []
  for (let n = 0; n < 5; n++) more.push((await person()).company)
  const outcomes = await Promise.all(more.map(join))
  t.equal(outcomes.filter(({ ok }) => ok).length, 2)
  t.same(new Set(outcomes.flatMap((one) => (one.ok ? [] : [one.reason]))), new Set(['too_many']))
  t.equal((await listMemberships(pool, lucia.id)).length, MOST_MEMBERSHIPS)
  t.match(await join(lucia.company), { reason: 'already_member' })
  const owner = await person()
  const token = await invitationTo(lucia.email, owner)
  t.match(await acceptInvitationAs(pool, token, lucia), { reason: 'too_many' })
  await removeUser(
    pool,
    actingFor((await listMemberships(pool, lucia.id)).at(-1)?.company_id ?? ''),
    lucia.id,
    operator,
  )
  t.match(await acceptInvitationAs(pool, token, lucia), { ok: true }, 'which has left the link good')
})

t.test('a person with an account accepts an invitation as themself, once', async (t) => {
  const [lucia, owner, eve] = [await person(), await person(), await person()]
  const token = await invitationTo(lucia.email.toUpperCase(), owner)
  t.match(await acceptInvitationAs(pool, token, eve), { reason: 'other_person' })
  const other = { name: 'Eve', password: OTHER_PASSWORD, language: 'es' } as const
  t.match(await acceptInvitation(pool, token, other), { reason: 'email_taken' }, 'not with another password')
  const accepted = await atOnce(5, () => acceptInvitationAs(pool, token, lucia))
  t.equal(accepted.filter(({ ok }) => ok).length, 1)
  t.match(
    accepted.find(({ ok }) => ok),
    {
      user: { id: lucia.id, company_id: owner.company, role: 'member', name: lucia.name },
    },
  )
  t.match(await tryAs(lucia.email), { ok: true }, 'the password is as before')
  t.equal((await typesIn(owner.company)).filter((type) => type === 'UserAdded').length, 2)
  const again = { email: lucia.email, role: 'member', language: 'es' } as const
  t.match(
    await invite(pool, owner.company, again, owner.actor),
    { reason: 'email_taken' },
    'of their own only',
  )
})

t.test('a session acts for one company; a login for the one used last', async (t) => {
  const { lucia, a, b } = await inTwo()
  const { token } = await logInAs(pool, lucia.id, PLACE)
  const here = await session(token)
  if (here === undefined) return t.fail('logged in')
  t.match(here, { user: { role: 'member', company_id: a }, company: { id: a } })
  t.match(here.memberships, [
    { company_id: a, role: 'member' },
    { company_id: b, role: 'reader' },
  ])
  t.equal(await switchCompany(pool, here, b), true)
  t.match(await session(token), { user: { role: 'reader', company_id: b }, company: { id: b } })
  t.equal((await livingSessions(pool, [here.sessionId])).get(here.sessionId), b)
  const entry = { type: 'UserLoggedIn', data: { user_id: lucia.id, by: 'switch' } }
  t.match((await trail(b)).at(-1), { ...entry, actor: lucia.actor })
  t.notMatch(await typesIn(a), ['UserLoggedIn', 'UserLoggedIn'])
  const again = await tryAs(lucia.email)
  t.match(again, { ok: true, user: { company_id: b } })
  const stranger = await person()
  t.equal(await switchCompany(pool, here, stranger.company), false)
  t.equal(await switchCompany(pool, { ...here, user: stranger }, stranger.company), false, 'nor for others')
  t.match(await session(token), { company: { id: b } })
  return undefined
})

t.test('what a person has in a company ends with the membership, and nothing else', async (t) => {
  const { lucia, a, b, ownerOfB } = await inTwo()
  const [inA, inB] = [await logInAs(pool, lucia.id, PLACE, a), await logInAs(pool, lucia.id, PLACE, b)]
  for (const company of [a, b]) {
    await saveView(pool, { userId: lucia.id, company }, { name: 'Mine', query: 'status=delivered' })
    await chooseNotices(pool, { id: lucia.id, company_id: company }, ['incidents'], lucia.actor)
  }
  await hideFirstSteps(pool, { id: lucia.id, company_id: b })
  t.match(await firstSteps(pool, a, lucia), { isHidden: false })
  t.match(await firstSteps(pool, b, lucia), { isHidden: true })
  t.equal(await removeUser(pool, b, lucia.id, ownerOfB.actor), 'done')
  t.equal(await session(inB.token), undefined)
  t.match(await session(inA.token), { company: { id: a }, user: { notices: ['incidents'] } })
  t.same(await listViews(pool, { userId: lucia.id, company: b }), [])
  t.equal((await listViews(pool, { userId: lucia.id, company: a })).length, 1)
  t.match(await listMemberships(pool, lucia.id), [{ company_id: a }])
  t.notMatch(await typesIn(a), /UserRemoved/)
  t.match(await tryAs(lucia.email), { ok: true, user: { company_id: a } })
})

t.test('a person without a company cannot log in, and makes room after a month', async (t) => {
  const owner = await person()
  const lucia = await person(owner.company, 'member')
  t.equal(await removeUser(pool, owner.company, lucia.id, owner.actor), 'done')
  t.match(await tryAs(lucia.email), { ok: false, reason: 'no_company' })
  t.match(await tryAs(lucia.email, OTHER_PASSWORD), { reason: 'wrong' }, 'others are told nothing')
  await pool.query("update accounts.users set left_at = now() - interval '31 days' where id = $1", [owner.id])
  await pruneAccounts(pool)
  t.ok(await findPerson(pool, lucia.email))
  await pool.query("update accounts.users set left_at = now() - interval '31 days' where id = $1", [lucia.id])
  await pruneAccounts(pool)
  t.equal(await findPerson(pool, lucia.email), undefined)
  t.ok(await findPerson(pool, owner.email), 'one who acts for a company stays')
})

t.test('an account without a company is replaced by an invitation or a registration', async (t) => {
  const owner = await person()
  const [one, two] = [await person(owner.company, 'member'), await person(owner.company, 'member')]
  for (const { id } of [one, two]) await removeUser(pool, owner.company, id, owner.actor)
  const token = await invitationTo(one.email, owner)
  const joined = await acceptInvitation(pool, token, {
    name: 'Una',
    password: OTHER_PASSWORD,
    language: 'es',
  })
  t.match(joined, { ok: true, user: { name: 'Una', company_id: owner.company } })
  t.match(await tryAs(one.email, OTHER_PASSWORD), { ok: true })
  const company = { company_name: 'Fletes Dos', name: 'Dos', email: two.email, language: 'es' } as const
  t.match(await register(pool, { ...company, password: OTHER_PASSWORD }), { ok: true })
  t.match(await register(pool, { ...company, password: OTHER_PASSWORD }), { reason: 'email_taken' })
})

t.test(
  'what concerns a person stands in the trail of each company, a session in that of its own',
  async (t) => {
    const { lucia, a, b } = await inTwo()
    const begun = [
      await logInAs(pool, lucia.id, PLACE, a),
      await logInAs(pool, lucia.id, PLACE, b),
      await logInAs(pool, lucia.id, PLACE, b),
    ]
    const [here] = await Promise.all(begun.map(({ token }) => session(token)))
    if (here === undefined) return t.fail('logged in')
    await changeProfile(pool, lucia, { name: 'Lucía Gómez' }, lucia.actor)
    t.equal(await endSessions(pool, here.user, { except: here.sessionId }, lucia.actor), 2)
    t.match((await trail(b)).at(-1), { type: 'UserSessionsEnded', data: { sessions: 2 } })
    const change = { user: lucia, current: PASSWORD, next: OTHER_PASSWORD, keepSessionId: here.sessionId }
    t.match(await changePassword(pool, change), { ok: true })
    t.same((await typesIn(a)).slice(-2), ['UserChanged', 'UserPasswordChanged'])
    t.same((await typesIn(b)).slice(-3), ['UserChanged', 'UserSessionsEnded', 'UserPasswordChanged'])
    return undefined
  },
)

t.test('each company keeps its last owner, whatever its owner is elsewhere', async (t) => {
  const { lucia, a, b, ownerOfA, ownerOfB } = await inTwo('owner')
  t.equal(await removeUser(pool, b, ownerOfB.id, ownerOfB.actor), 'last_owner')
  t.equal(await changeRole(pool, b, ownerOfB.id, 'member', ownerOfB.actor), 'last_owner')
  t.equal(await removeUser(pool, a, ownerOfA.id, ownerOfA.actor), 'done')
  t.equal(await removeUser(pool, a, lucia.id, lucia.actor), 'last_owner')
  t.equal(await removeUser(pool, b, lucia.id, lucia.actor), 'done')
})

t.test('processes of the former version go on with their own columns', async (t) => {
  const { lucia, a, b, ownerOfA } = await inTwo()
  const row = async (id: string) =>
    (await pool.query('select company_id, role, notices from accounts.users where id = $1', [id])).rows[0]
  t.match(await row(lucia.id), { company_id: a, role: 'member' })
  await changeRole(pool, a, lucia.id, 'driver', ownerOfA.actor)
  t.match(await row(lucia.id), { role: 'driver' })
  await pool.query("update accounts.users set role = 'reader', notices = '{signatures}' where id = $1", [
    lucia.id,
  ])
  t.match(await findUser(pool, a, lucia.email), { role: 'reader', notices: ['signatures'] })
  await removeUser(pool, a, lucia.id, ownerOfA.actor)
  t.match(await row(lucia.id), { company_id: b })
  await removeUser(pool, b, lucia.id, operator)
  t.match(await row(lucia.id), { company_id: null })

  const id = '01990000-0000-7000-8000-0000000000aa'
  await pool.query(
    "insert into accounts.users (id, company_id, email, name, role) values ($1, $2, 'old@example.com', 'Old', 'member')",
    [id, a],
  )
  t.match(await findUser(pool, a, 'old@example.com'), { id, role: 'member' })
  const { token } = await logInAs(pool, id, PLACE)
  await pool.query('update accounts.sessions set company_id = null where user_id = $1', [id])
  t.match(await session(token), { company: { id: a } }, 'their sessions name no company')
  await pool.query('delete from accounts.users where id = $1', [id])
  t.equal(await findUser(pool, a, 'old@example.com'), undefined)
})

t.test('an installation of the former version keeps its people, roles, notices and sessions', async (t) => {
  const old = await people(t)
  const [owner, reader] = [await old.person(), await old.person(undefined, 'reader')]
  await old.pool.query("update accounts.users set notices = '{incidents}' where id = $1", [reader.id])
  const { token } = await logInAs(old.pool, owner.id, PLACE)
  await old.pool.query(`
    drop trigger follow_former_version on accounts.users;
    drop function accounts.follow_former_version;
    drop table accounts.memberships cascade;
    drop function accounts.show_former_version;
    alter table accounts.users drop column left_at, alter column company_id set not null, alter column role set not null;
    alter table accounts.sessions drop column company_id;
    alter table accounts.notices drop constraint notices_pkey, add primary key (user_id, kind, source);
    create index users_notices on accounts.users (company_id) where notices <> '{}';
    drop table accounts.pending_logins, accounts.passkeys, accounts.recovery_codes, accounts.authenticator_apps;
    alter table accounts.users drop column second_factor_since, drop column passkey_handle;
    alter table accounts.companies drop column requires_second_factor, drop column handle, drop column handle_changed_at,
      drop column takes_shares;
    drop table accounts.former_handles;
    drop function accounts.keep_handle cascade;
    alter table accounts.sessions drop column second_factor, drop column identified_at, drop column challenge_hash,
      drop column challenge_until;
    delete from accounts.kysely_migration where name >= '0014-memberships'`)
  await migrateAccounts(old.pool)
  t.match(await listUsers(old.pool, owner.company), [{ id: owner.id, role: 'owner', email: owner.email }])
  t.match(await listUsers(old.pool, reader.company), [{ role: 'reader', notices: ['incidents'] }])
  t.match(await findSession(old.pool, token), { user: { id: owner.id }, company: { id: owner.company } })
})
