import {
  changeProfile,
  changeRole,
  endSession,
  endSessions,
  findSession,
  findUser,
  listSessions,
  listUsers,
  logInAs,
  removeUser,
  requestReset,
  resetPassword,
} from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { INVENTED, OTHER_PASSWORD, PLACE, people } from './people.js'

const { pool, person, trail } = await people(t)

t.test('a company has its own people only, in the order in which they joined', async (t) => {
  const owner = await person()
  const member = await person(owner.company, 'member')
  await person()
  t.match(await listUsers(pool, owner.company), [
    { id: owner.id, role: 'owner' },
    { id: member.id, role: 'member', email: member.email },
  ])
  t.notMatch(JSON.stringify(await listUsers(pool, owner.company)), /scrypt/)
})

t.test('a role changes from the next request on, and the trail says from what to what', async (t) => {
  const owner = await person()
  const member = await person(owner.company, 'member')
  const { token } = await logInAs(pool, member.id, PLACE)
  t.equal(await changeRole(pool, owner.company, member.id, 'owner', owner.actor), 'done')
  t.match(await findSession(pool, token), { user: { role: 'owner' } })
  const entry = {
    type: 'UserChanged',
    data: { user_id: member.id, fields: ['role'], changes: { role: { old: 'member', new: 'owner' } } },
    actor: owner.actor,
  }
  t.match((await trail(owner.company)).at(-1), entry)
  const before = (await trail(owner.company)).length
  t.equal(await changeRole(pool, owner.company, member.id, 'owner', owner.actor), 'done')
  t.equal((await trail(owner.company)).length, before, 'what stays as it is changes nothing')
})

t.test('a removed user is logged out at once, and their reset link is invalid', async (t) => {
  const owner = await person()
  const member = await person(owner.company, 'member')
  const { token } = await logInAs(pool, member.id, PLACE)
  const reset = await requestReset(pool, member.email, operator)
  t.equal(await removeUser(pool, owner.company, member.id, owner.actor), 'done')
  t.equal(await findSession(pool, token), undefined)
  t.equal(await findUser(pool, owner.company, member.email), undefined)
  t.match(await resetPassword(pool, reset?.token ?? '', OTHER_PASSWORD), { reason: 'unknown_link' })
  t.match((await trail(owner.company)).at(-1), {
    type: 'UserRemoved',
    data: { user_id: member.id, role: 'member' },
    actor: owner.actor,
  })
  t.equal(await removeUser(pool, owner.company, member.id, owner.actor), 'not_found')
})

t.test('a company cannot change or remove users of another company', async (t) => {
  const [owner, stranger] = [await person(), await person()]
  for (const id of [stranger.id, INVENTED, '01990000-0000-7000-8000-000000000000']) {
    t.equal(await changeRole(pool, owner.company, id, 'member', owner.actor), 'not_found')
    t.equal(await removeUser(pool, owner.company, id, owner.actor), 'not_found')
  }
  t.ok(await findUser(pool, stranger.company, stranger.email))
})

t.test('a company keeps its last owner', async (t) => {
  const owner = await person()
  await person(owner.company, 'member')
  t.equal(await removeUser(pool, owner.company, owner.id, owner.actor), 'last_owner')
  t.equal(await changeRole(pool, owner.company, owner.id, 'member', owner.actor), 'last_owner')
  t.match(await findUser(pool, owner.company, owner.email), { role: 'owner' })
})

t.test('two owners who remove or demote each other at once leave one', async (t) => {
  for (let round = 0; round < 10; round++) {
    const one = await person()
    const other = await person(one.company)
    const done = await Promise.all([
      removeUser(pool, one.company, other.id, one.actor),
      round % 2
        ? removeUser(pool, one.company, one.id, other.actor)
        : changeRole(pool, one.company, one.id, 'member', other.actor),
    ])
    t.same([...done].sort(), ['done', 'last_owner'])
    const owners = (await listUsers(pool, one.company)).filter(({ role }) => role === 'owner')
    t.equal(owners.length, 1)
  }
})

t.test('a person changes name and language; the trail names the fields only', async (t) => {
  const user = await person()
  const changed = await changeProfile(pool, user, { name: 'Lucía Gómez', language: 'en' }, user.actor)
  t.match(changed, { id: user.id, name: 'Lucía Gómez', language: 'en' })
  t.strictSame((await trail(user.company)).at(-1)?.data, {
    user_id: user.id,
    fields: ['name', 'language'],
    changes: {},
  })
})

t.test('users see where they are logged in, and end one session or all others', async (t) => {
  const [user, stranger] = [await person(), await person()]
  const tokens: string[] = []
  for (const userAgent of ['Firefox', 'Chrome', 'Safari'.repeat(100)]) {
    tokens.push((await logInAs(pool, user.id, { ...PLACE, userAgent })).token)
  }
  const ids = await Promise.all(
    tokens.map(async (token) => (await findSession(pool, token))?.sessionId ?? ''),
  )
  const [here = '', second = ''] = ids
  const listed = await listSessions(pool, user.id)
  t.same(listed.map(({ id }) => id).sort(), [...ids].sort())
  t.match(
    listed.find(({ id }) => id === here),
    { user_agent: 'Firefox', address: PLACE.address },
  )
  t.ok(listed.every(({ user_agent }) => user_agent.length <= 300))
  for (const [by, which, ended] of [
    [stranger, { only: second }, 0],
    [user, { only: 'no id' }, 0],
    [user, { only: second }, 1],
    [user, { only: second }, 0],
    [user, { except: here }, 1],
    [user, { except: here }, 0],
  ] as const)
    t.equal(await endSessions(pool, by, which, by.actor), ended)
  const left = await Promise.all(tokens.map(async (token) => (await findSession(pool, token)) !== undefined))
  t.same(left, [true, false, false])
  t.match((await trail(user.company)).slice(-2), [
    { type: 'UserSessionsEnded', data: { user_id: user.id, sessions: 1 } },
    { type: 'UserSessionsEnded', data: { user_id: user.id, sessions: 1 } },
  ])
  await endSession(pool, tokens[0] ?? '')
  t.same(await listSessions(pool, user.id), [])
})

t.test('a session ends after a month, and after a week without use', async (t) => {
  const user = await person()
  const { token } = await logInAs(pool, user.id, PLACE)
  const set = (column: string, value: string) =>
    pool.query(`update accounts.sessions set ${column} = ${value} where user_id = $1`, [user.id])
  const isUsable = async (): Promise<boolean> => {
    const found = (await findSession(pool, token)) !== undefined
    t.equal((await listSessions(pool, user.id)).length, found ? 1 : 0)
    return found
  }
  await set('last_seen_at', "now() - interval '6 days 23 hours'")
  t.equal(await isUsable(), true, 'and using it lets it live on')
  await set('expires_at', 'now()')
  t.equal(await isUsable(), false)
  await set('expires_at', "now() + interval '1 day'")
  t.equal(await isUsable(), true)
  await set('last_seen_at', "now() - interval '7 days'")
  t.equal(await isUsable(), false)
  for (const malformed of ['', INVENTED, `${token}=`, '\u0000'])
    t.equal(await findSession(pool, malformed), undefined)
})
